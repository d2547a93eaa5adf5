-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.
DO $cairn_once$
BEGIN
  IF to_regclass('cairn.migrations') IS NOT NULL THEN
    IF EXISTS (SELECT FROM cairn.migrations WHERE version = 5) THEN
      RETURN;
    END IF;
  END IF;
  IF to_regnamespace('cairn') IS NULL THEN
    CREATE SCHEMA cairn;
  END IF;
  EXECUTE $cairn_sql$
CREATE TABLE "cairn"."memory_fills" (
	"vault" text COLLATE "C" PRIMARY KEY NOT NULL,
	"done_to" text COLLATE "C" NOT NULL
);

CREATE TABLE "cairn"."readable_memories" (
	"user_id" uuid NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"vault" text COLLATE "C" NOT NULL,
	"content" text,
	"namespace" text,
	"key" text,
	"layer" text GENERATED ALWAYS AS (split_part(namespace, '/', 1)) STORED,
	"project" text,
	"tags" jsonb NOT NULL,
	"pinned" boolean NOT NULL,
	"trust" text,
	"source" text,
	"device" text COLLATE "C",
	"session" text,
	"created_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"synced_at" timestamp with time zone NOT NULL,
	"supersedes" text[] NOT NULL,
	"superseded_by" text COLLATE "C",
	"deleted" boolean NOT NULL,
	"shown" boolean NOT NULL,
	"link" text COLLATE "C",
	"link_hlc" "bytea",
	"twin" "bytea",
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', coalesce(content, '') || ' ' || coalesce(key, '') || ' ' || coalesce(tags, '[]')::text)) STORED,
	CONSTRAINT "readable_memories_id_user_id_vault_pk" PRIMARY KEY("id","user_id","vault")
);

ALTER TABLE "cairn"."memory_fills" ADD CONSTRAINT "memory_fills_vault_vaults_id_fk" FOREIGN KEY ("vault") REFERENCES "cairn"."vaults"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "readable_memories_newest" ON "cairn"."readable_memories" USING btree ("user_id","created_at" DESC NULLS FIRST) WHERE shown;
CREATE INDEX "readable_memories_twin" ON "cairn"."readable_memories" USING btree ("vault","twin","shown","id") WHERE twin is not null;
CREATE INDEX "readable_memories_link" ON "cairn"."readable_memories" USING btree ("vault","link") WHERE link is not null;
$cairn_sql$;
  INSERT INTO cairn.migrations (version, name, checksum, applied_at)
  VALUES (5, '0005_readable_memories', '02a7d610b06ceeef34c557e1e1c3ccabb18fe62b993725412c3a4cafea7d10b5', (extract(epoch from now()) * 1000)::bigint);
END
$cairn_once$;
