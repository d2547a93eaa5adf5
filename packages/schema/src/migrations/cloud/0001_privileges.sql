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
-- Sealed payloads do not compress.
ALTER TABLE cairn.registers ALTER COLUMN payload SET STORAGE EXTERNAL;
--> statement-breakpoint
INSERT INTO cairn.server (id) VALUES (1);
