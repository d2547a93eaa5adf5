-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.
DO $cairn_once$
BEGIN
  IF to_regclass('cairn.migrations') IS NOT NULL THEN
    IF EXISTS (SELECT FROM cairn.migrations WHERE version = 3) THEN
      RETURN;
    END IF;
  END IF;
  IF to_regnamespace('cairn') IS NULL THEN
    CREATE SCHEMA cairn;
  END IF;
  EXECUTE $cairn_sql$
DROP INDEX "cairn"."registers_dead";
ALTER TABLE "cairn"."vaults" DROP COLUMN "tomb_floor";
$cairn_sql$;
  INSERT INTO cairn.migrations (version, name, checksum, applied_at)
  VALUES (3, '0003_kept_tombstones', 'b4d1206a967b208c01bacaffa9f8969fe23a0de2f521f78d5a7bdb9e22453b04', (extract(epoch from now()) * 1000)::bigint);
END
$cairn_once$;
