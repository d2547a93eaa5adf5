-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.
DO $cairn_once$
BEGIN
  IF to_regclass('cairn.migrations') IS NOT NULL THEN
    IF EXISTS (SELECT FROM cairn.migrations WHERE version = 4) THEN
      RETURN;
    END IF;
  END IF;
  IF to_regnamespace('cairn') IS NULL THEN
    CREATE SCHEMA cairn;
  END IF;
  EXECUTE $cairn_sql$
ALTER TABLE "cairn"."server" ADD COLUMN "admin_out_until" bigint;
$cairn_sql$;
  INSERT INTO cairn.migrations (version, name, checksum, applied_at)
  VALUES (4, '0004_admin_out', '5feb1e475cf301314358fc80bdc69b75800a735bd7d842b8f4b2affdfbff0d5d', (extract(epoch from now()) * 1000)::bigint);
END
$cairn_once$;
