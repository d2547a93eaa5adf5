-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.
DO $cairn_once$
BEGIN
  IF to_regclass('cairn.migrations') IS NOT NULL THEN
    IF EXISTS (SELECT FROM cairn.migrations WHERE version = 1) THEN
      RETURN;
    END IF;
  END IF;
  IF to_regnamespace('cairn') IS NULL THEN
    CREATE SCHEMA cairn;
  END IF;
  EXECUTE $cairn_sql$
-- What grows with use lies in 16 parts by hash of its vault: each is vacuumed, indexed and moved alone. Made from the tables
-- above, which are still empty, because drizzle-kit knows no partitions. docs/decisions/0003-replicas-and-scale.md has the measurements.
ALTER TABLE cairn.registers RENAME TO registers_whole;

CREATE TABLE cairn.registers (LIKE cairn.registers_whole INCLUDING ALL) PARTITION BY HASH (vault);

DROP TABLE cairn.registers_whole;

ALTER INDEX cairn.registers_pkey RENAME TO registers_vault_entity_facet_pk;

ALTER INDEX cairn.registers_vault_seq_idx RENAME TO registers_seq;

ALTER INDEX cairn.registers_vault_seq_idx1 RENAME TO registers_dead;

ALTER TABLE cairn.anchors RENAME TO anchors_whole;

CREATE TABLE cairn.anchors (LIKE cairn.anchors_whole INCLUDING ALL) PARTITION BY HASH (vault);

DROP TABLE cairn.anchors_whole;

ALTER INDEX cairn.anchors_pkey RENAME TO anchors_vault_seq_epoch_anchor_pk;

-- Sealed payloads do not compress. Said before the parts are made, for they take it over.
ALTER TABLE cairn.registers ALTER COLUMN payload SET STORAGE EXTERNAL;

DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE cairn.registers_%1$s PARTITION OF cairn.registers FOR VALUES WITH (MODULUS 16, REMAINDER %1$s)', part);
    EXECUTE format('CREATE TABLE cairn.anchors_%1$s PARTITION OF cairn.anchors FOR VALUES WITH (MODULUS 16, REMAINDER %1$s)', part);
  END LOOP;
END
$$;

-- Nobody but the owner: PostgREST and other roles of a shared database see nothing of this.
REVOKE ALL ON SCHEMA cairn FROM PUBLIC;

REVOKE ALL ON ALL TABLES IN SCHEMA cairn FROM PUBLIC;

ALTER DEFAULT PRIVILEGES IN SCHEMA cairn REVOKE ALL ON TABLES FROM PUBLIC;

-- Rows that change with every push stay on their page (HOT updates).
ALTER TABLE cairn.vaults SET (fillfactor = 50);

ALTER TABLE cairn.devices SET (fillfactor = 70);

ALTER TABLE cairn.pushes SET (fillfactor = 50);

INSERT INTO cairn.server (id) VALUES (1);
$cairn_sql$;
  INSERT INTO cairn.migrations (version, name, checksum, applied_at)
  VALUES (1, '0001_privileges', '3a2fa725afe310bae95e5aab21c912d1eff90d53d76f3ab9a5bcd3ad2ef28792', (extract(epoch from now()) * 1000)::bigint);
END
$cairn_once$;
