-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.
DO $cairn_once$
BEGIN
  IF to_regclass('cairn.migrations') IS NOT NULL THEN
    IF EXISTS (SELECT FROM cairn.migrations WHERE version = 7) THEN
      RETURN;
    END IF;
  END IF;
  IF to_regnamespace('cairn') IS NULL THEN
    CREATE SCHEMA cairn;
  END IF;
  EXECUTE $cairn_sql$
ALTER TABLE "cairn"."vaults" ADD COLUMN "moving_to" text;
$cairn_sql$;
  INSERT INTO cairn.migrations (version, name, checksum, applied_at)
  VALUES (7, '0007_moving_vaults', 'e4afdecc37f03a9112bcc12f9b683cce2f88baadad62fc668715307d394e42d8', (extract(epoch from now()) * 1000)::bigint);
END
$cairn_once$;
