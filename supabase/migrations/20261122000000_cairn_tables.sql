-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.
DO $cairn_once$
BEGIN
  IF to_regclass('cairn.migrations') IS NOT NULL THEN
    IF EXISTS (SELECT FROM cairn.migrations WHERE version = 0) THEN
      RETURN;
    END IF;
  END IF;
  IF to_regnamespace('cairn') IS NULL THEN
    CREATE SCHEMA cairn;
  END IF;
  EXECUTE $cairn_sql$
CREATE TABLE "cairn"."accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" bigint NOT NULL
);

CREATE TABLE "cairn"."anchors" (
	"vault" text COLLATE "C" NOT NULL,
	"epoch" "bytea" NOT NULL,
	"seq" bigint NOT NULL,
	"anchor" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "anchors_vault_seq_epoch_anchor_pk" PRIMARY KEY("vault","seq","epoch","anchor")
);

CREATE TABLE "cairn"."challenges" (
	"challenge" "bytea" PRIMARY KEY NOT NULL,
	"vault" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL
);

CREATE TABLE "cairn"."devices" (
	"vault" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"box_key" "bytea" NOT NULL,
	"sign_key" "bytea" NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint,
	"acked" bigint DEFAULT 0 NOT NULL,
	"revoked_at" bigint,
	CONSTRAINT "devices_vault_id_pk" PRIMARY KEY("vault","id")
);

CREATE TABLE "cairn"."generations" (
	"vault" text COLLATE "C" NOT NULL,
	"kg" integer NOT NULL,
	"verifier" text NOT NULL,
	"ended_at" bigint,
	CONSTRAINT "generations_vault_kg_pk" PRIMARY KEY("vault","kg")
);

CREATE TABLE "cairn"."members" (
	"vault" text COLLATE "C" NOT NULL,
	"n" integer NOT NULL,
	"entry" text NOT NULL,
	CONSTRAINT "members_vault_n_pk" PRIMARY KEY("vault","n")
);

CREATE TABLE "cairn"."migrations" (
	"version" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"checksum" text NOT NULL,
	"applied_at" bigint NOT NULL
);

CREATE TABLE "cairn"."pairings" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"vault" text COLLATE "C" NOT NULL,
	"inviter" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	"tries_left" smallint NOT NULL,
	"claim" text,
	"refused" text NOT NULL,
	"approved_mac" "bytea"
);

CREATE TABLE "cairn"."pushes" (
	"vault" text COLLATE "C" NOT NULL,
	"device" text COLLATE "C" NOT NULL,
	"epoch" "bytea" NOT NULL,
	"push_no" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "pushes_vault_device_pk" PRIMARY KEY("vault","device")
);

CREATE TABLE "cairn"."registers" (
	"vault" text COLLATE "C" NOT NULL,
	"entity" text COLLATE "C" NOT NULL,
	"facet" text COLLATE "C" NOT NULL,
	"seq" bigint NOT NULL,
	"hlc" "bytea" NOT NULL,
	"v" smallint NOT NULL,
	"kg" integer NOT NULL,
	"payload" "bytea" NOT NULL,
	"dead" boolean NOT NULL,
	CONSTRAINT "registers_vault_entity_facet_pk" PRIMARY KEY("vault","entity","facet"),
	CONSTRAINT "registers_hlc_bytes" CHECK (octet_length("cairn"."registers"."hlc") = 16),
	CONSTRAINT "registers_payload_bytes" CHECK (octet_length("cairn"."registers"."payload") <= 65536),
	CONSTRAINT "registers_dead" CHECK ("cairn"."registers"."dead" = ("cairn"."registers"."facet" = 'gone'))
);

CREATE TABLE "cairn"."sealed_keys" (
	"vault" text COLLATE "C" NOT NULL,
	"kg" integer NOT NULL,
	"recipient" text COLLATE "C" NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "sealed_keys_vault_kg_recipient_pk" PRIMARY KEY("vault","kg","recipient")
);

CREATE TABLE "cairn"."server" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"setup_token_hash" "bytea",
	"registration" text,
	CONSTRAINT "server_is_one" CHECK ("cairn"."server"."id" = 1),
	CONSTRAINT "server_registration" CHECK ("cairn"."server"."registration" in ('open', 'closed'))
);

CREATE TABLE "cairn"."vaults" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"account" uuid,
	"kind" text NOT NULL,
	"epoch" "bytea" NOT NULL,
	"head" bigint DEFAULT 0 NOT NULL,
	"anchor" "bytea" NOT NULL,
	"kg" integer NOT NULL,
	"registers" bigint DEFAULT 0 NOT NULL,
	"tombstones" bigint DEFAULT 0 NOT NULL,
	"registers_max" bigint,
	"tomb_floor" bigint DEFAULT 0 NOT NULL,
	"anchor_floor" bigint DEFAULT 0 NOT NULL,
	"recovery_box_key" "bytea" NOT NULL,
	"recovery_sign_key" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "vaults_kind" CHECK ("cairn"."vaults"."kind" in ('sealed', 'readable'))
);

ALTER TABLE "cairn"."challenges" ADD CONSTRAINT "challenges_vault_vaults_id_fk" FOREIGN KEY ("vault") REFERENCES "cairn"."vaults"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cairn"."devices" ADD CONSTRAINT "devices_vault_vaults_id_fk" FOREIGN KEY ("vault") REFERENCES "cairn"."vaults"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cairn"."generations" ADD CONSTRAINT "generations_vault_vaults_id_fk" FOREIGN KEY ("vault") REFERENCES "cairn"."vaults"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cairn"."members" ADD CONSTRAINT "members_vault_vaults_id_fk" FOREIGN KEY ("vault") REFERENCES "cairn"."vaults"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cairn"."pairings" ADD CONSTRAINT "pairings_vault_vaults_id_fk" FOREIGN KEY ("vault") REFERENCES "cairn"."vaults"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cairn"."sealed_keys" ADD CONSTRAINT "sealed_keys_vault_vaults_id_fk" FOREIGN KEY ("vault") REFERENCES "cairn"."vaults"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cairn"."vaults" ADD CONSTRAINT "vaults_account_accounts_id_fk" FOREIGN KEY ("account") REFERENCES "cairn"."accounts"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "challenges_expires_at" ON "cairn"."challenges" USING btree ("expires_at");
CREATE UNIQUE INDEX "devices_token_hash" ON "cairn"."devices" USING btree ("token_hash");
CREATE INDEX "pairings_vault" ON "cairn"."pairings" USING btree ("vault");
CREATE INDEX "pairings_expires_at" ON "cairn"."pairings" USING btree ("expires_at");
CREATE UNIQUE INDEX "registers_seq" ON "cairn"."registers" USING btree ("vault","seq");
CREATE INDEX "registers_dead" ON "cairn"."registers" USING btree ("vault","seq") WHERE dead;
CREATE UNIQUE INDEX "vaults_recovery_sign_key" ON "cairn"."vaults" USING btree ("recovery_sign_key");
CREATE INDEX "vaults_account" ON "cairn"."vaults" USING btree ("account") WHERE "cairn"."vaults"."account" is not null;
$cairn_sql$;
  INSERT INTO cairn.migrations (version, name, checksum, applied_at)
  VALUES (0, '0000_tables', '8546b87781ab8d93ceed036ddc6c2e7dc0241165529ff965c3cd98e35ce855bb', (extract(epoch from now()) * 1000)::bigint);
END
$cairn_once$;
