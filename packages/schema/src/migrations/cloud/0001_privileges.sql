-- What grows with use lies in 16 parts by hash of its vault: each is vacuumed, indexed and moved alone. Made from the tables
-- above, which are still empty, because drizzle-kit knows no partitions. docs/decisions/0003-replicas-and-scale.md has the measurements.
ALTER TABLE cairn.registers RENAME TO registers_whole;
--> statement-breakpoint
CREATE TABLE cairn.registers (LIKE cairn.registers_whole INCLUDING ALL) PARTITION BY HASH (vault);
--> statement-breakpoint
DROP TABLE cairn.registers_whole;
--> statement-breakpoint
ALTER INDEX cairn.registers_pkey RENAME TO registers_vault_entity_facet_pk;
--> statement-breakpoint
ALTER INDEX cairn.registers_vault_seq_idx RENAME TO registers_seq;
--> statement-breakpoint
ALTER INDEX cairn.registers_vault_seq_idx1 RENAME TO registers_dead;
--> statement-breakpoint
ALTER TABLE cairn.anchors RENAME TO anchors_whole;
--> statement-breakpoint
CREATE TABLE cairn.anchors (LIKE cairn.anchors_whole INCLUDING ALL) PARTITION BY HASH (vault);
--> statement-breakpoint
DROP TABLE cairn.anchors_whole;
--> statement-breakpoint
ALTER INDEX cairn.anchors_pkey RENAME TO anchors_vault_seq_epoch_anchor_pk;
--> statement-breakpoint
-- Sealed payloads do not compress. Said before the parts are made, for they take it over.
ALTER TABLE cairn.registers ALTER COLUMN payload SET STORAGE EXTERNAL;
--> statement-breakpoint
DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE cairn.registers_%1$s PARTITION OF cairn.registers FOR VALUES WITH (MODULUS 16, REMAINDER %1$s)', part);
    EXECUTE format('CREATE TABLE cairn.anchors_%1$s PARTITION OF cairn.anchors FOR VALUES WITH (MODULUS 16, REMAINDER %1$s)', part);
  END LOOP;
END
$$;
--> statement-breakpoint
-- Nobody but the owner: PostgREST and other roles of a shared database see nothing of this.
REVOKE ALL ON SCHEMA cairn FROM PUBLIC;
--> statement-breakpoint
REVOKE ALL ON ALL TABLES IN SCHEMA cairn FROM PUBLIC;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA cairn REVOKE ALL ON TABLES FROM PUBLIC;
--> statement-breakpoint
-- Rows that change with every push stay on their page (HOT updates).
ALTER TABLE cairn.vaults SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE cairn.devices SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE cairn.pushes SET (fillfactor = 50);
--> statement-breakpoint
INSERT INTO cairn.server (id) VALUES (1);
