/** Emitted by scripts/emit-migrations.mjs from the SQL files beside it; not written by hand. `checksum`: SHA-256 of the SQL. */
export const CLOUD_MIGRATIONS: readonly {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}[] = [
  {
    version: 0,
    name: '0000_tables',
    checksum: '8546b87781ab8d93ceed036ddc6c2e7dc0241165529ff965c3cd98e35ce855bb',
    sql: `
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
`,
  },
  {
    version: 1,
    name: '0001_privileges',
    checksum: '3a2fa725afe310bae95e5aab21c912d1eff90d53d76f3ab9a5bcd3ad2ef28792',
    sql: `
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
`,
  },
  {
    version: 2,
    name: '0002_memories',
    checksum: '2e4f2d53a672c3dbe5edd20995fc1b53a1b979ca9e8f95c676bbc0f62f235cc9',
    sql: `
-- What a readable vault holds, as a device lists it (\`projectMemory\` and \`visibilityOf\` in packages/core). Payloads were validated
-- when they were pushed, and a tombstone has erased what it beats, so neither is asked again here. Vault by vault, so that a
-- question about one reads one. Nobody but the owner of the tables may read it, unless something else is granted. [SY-S5]
--
-- A question reads the whole vault, so each payload is parsed once, what only some questions ask for (\`tags\`, \`synced_at\`) is
-- left to the last step, and sets are looked up with \`IN (…) IS TRUE\` and \`NOT IN\`, which Postgres hashes whatever it believes about
-- their sizes: it knows nothing of a vault that was just filled. docs/decisions/0006-supabase.md has the measurements.
CREATE VIEW cairn.memories WITH (security_invoker = true, security_barrier = true) AS
SELECT m.entity AS id, m.content, m.tags, m.source, m.project, m.pinned, m.superseded_by, m.created_at,
  to_timestamp(coalesce(m.committed_at, v.created_at)::float8 / 1000) AS synced_at, v.id AS vault
FROM cairn.vaults v
CROSS JOIN LATERAL (
  WITH RECURSIVE facets AS (
    SELECT r.entity, max(r.seq) AS seq, bool_or(r.facet = 'gone') AS is_gone,
      max(convert_from(r.payload, 'UTF8') COLLATE "C") FILTER (WHERE r.facet = 'body') AS body,
      max(convert_from(r.payload, 'UTF8') COLLATE "C") FILTER (WHERE r.facet = 'flags') AS flags,
      max(convert_from(r.payload, 'UTF8') COLLATE "C") FILTER (WHERE r.facet = 'tags') AS tags,
      max(convert_from(r.payload, 'UTF8') COLLATE "C") FILTER (WHERE r.facet = 'link') AS link,
      (array_agg(r.hlc) FILTER (WHERE r.facet = 'link'))[1] AS link_hlc
    FROM cairn.registers r
    WHERE r.vault = v.id AND left(r.entity, 2) IN ('m_', 'k_')
      AND (r.facet = 'gone' OR (r.v = 1 AND r.facet IN ('body', 'flags', 'tags', 'link')))
    GROUP BY r.entity
  ),
  nodes AS MATERIALIZED (
    SELECT f.entity, f.seq, f.is_gone, b.content, b.project, b.namespace, b.source, b."createdAt" AS created_ms,
      b.tags AS body_tags, f.tags, coalesce((f.flags::json ->> 'pinned')::boolean, b.pinned, false) AS pinned,
      coalesce(f.flags::json ->> 'trust', b.trust, 'normal') AS trust,
      (f.link::json ->> 'supersededBy') COLLATE "C" AS target, f.link_hlc
    FROM facets f
    LEFT JOIN LATERAL json_to_record(f.body::json) AS b (content text, project text, namespace text, source text,
      "createdAt" float8, tags json, pinned boolean, trust text) ON true
  ),
  -- A link to what is absent or held hides nothing; to what is gone it still hides.
  links AS MATERIALIZED (
    SELECT n.entity, n.target, n.link_hlc
    FROM nodes n
    WHERE n.content IS NOT NULL AND n.target IS NOT NULL AND (n.target IN (
      SELECT t.entity FROM nodes t
      WHERE (t.content IS NOT NULL AND t.trust <> 'held') OR (t.content IS NULL AND t.is_gone))) IS TRUE
  ),
  -- The weakest link of a cycle is preceded by one that is not older. Chains have no such place, so nothing walks along them.
  walks AS (
    SELECT l.entity AS start, l.entity AS at, l.target, l.link_hlc
    FROM links l WHERE EXISTS (SELECT FROM links i WHERE i.target = l.entity AND i.link_hlc >= l.link_hlc)
    UNION
    SELECT w.start, l.entity, l.target, l.link_hlc FROM walks w JOIN links l ON l.entity = w.target
  ),
  dropped AS (
    SELECT start FROM walks GROUP BY start
    HAVING bool_or(target = start) AND (array_agg(at ORDER BY link_hlc, at))[1] = start
  ),
  hiding AS MATERIALIZED (
    SELECT l.entity FROM links l WHERE l.entity NOT IN (SELECT d.start FROM dropped d)
  ),
  -- Of text in the same scope that is equal but for white space (what JavaScript takes for it) and Unicode's forms, the first is
  -- shown. The full comparison costs ten times the looks that most text passes: single spaces, ASCII, already normal.
  spaced AS (
    SELECT n.entity, n.project, n.namespace, CASE WHEN n.content ~ '[\\t\\n\\r]|  ' THEN
        replace(replace(replace(replace(replace(replace(n.content, E'\\n', ' '), E'\\r', ' '), E'\\t', ' '),
          '    ', ' '), '  ', ' '), '  ', ' ')
      ELSE n.content END AS text
    FROM nodes n
    WHERE n.content IS NOT NULL AND n.trust <> 'held' AND left(n.entity, 2) = 'm_'
      AND n.entity NOT IN (SELECT h.entity FROM hiding h)
    OFFSET 0
  ),
  composed AS (
    SELECT s.entity, s.project, s.namespace,
      CASE WHEN s.text ~ '[^\\x01-\\x7f]' THEN CASE WHEN s.text IS NFC NORMALIZED THEN s.text ELSE normalize(s.text, NFC) END
      ELSE s.text END AS text
    FROM spaced s OFFSET 0
  ),
  twins AS (
    SELECT c.entity, row_number() OVER (
      PARTITION BY c.project, c.namespace, sha256(convert_to(btrim(
        CASE WHEN c.text ~ '[\\t-\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]|  ' THEN regexp_replace(c.text,
          '[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+', ' ', 'g') ELSE c.text END), 'UTF8'))
      ORDER BY c.entity) AS place
    FROM composed c
  ),
  commits AS MATERIALIZED (
    SELECT array_agg(a.seq ORDER BY a.seq, a.created_at) AS seqs, array_agg(a.created_at ORDER BY a.seq, a.created_at) AS times
    FROM cairn.anchors a WHERE a.vault = v.id AND a.epoch = v.epoch
  )
  SELECT n.entity, n.content, n.source, n.project, n.pinned,
    CASE WHEN n.entity IN (SELECT h.entity FROM hiding h) THEN n.target END AS superseded_by,
    coalesce(n.tags::json -> 'tags', n.body_tags, '[]'::json)::jsonb AS tags, to_timestamp(n.created_ms / 1000) AS created_at,
    -- Of the first commit at or above its sequence.
    (SELECT c.times FROM commits c)[width_bucket(n.seq - 1, (SELECT c.seqs FROM commits c)) + 1] AS committed_at
  FROM nodes n
  WHERE n.content IS NOT NULL AND n.trust <> 'held' AND n.entity NOT IN (SELECT t.entity FROM twins t WHERE t.place > 1)
) m
WHERE v.kind = 'readable';

REVOKE ALL ON cairn.memories FROM PUBLIC;
`,
  },
  {
    version: 3,
    name: '0003_kept_tombstones',
    checksum: 'b4d1206a967b208c01bacaffa9f8969fe23a0de2f521f78d5a7bdb9e22453b04',
    sql: `
DROP INDEX "cairn"."registers_dead";
ALTER TABLE "cairn"."vaults" DROP COLUMN "tomb_floor";
`,
  },
  {
    version: 4,
    name: '0004_admin_out',
    checksum: '5feb1e475cf301314358fc80bdc69b75800a735bd7d842b8f4b2affdfbff0d5d',
    sql: `
ALTER TABLE "cairn"."server" ADD COLUMN "admin_out_until" bigint;
`,
  },
  {
    version: 5,
    name: '0005_readable_memories',
    checksum: '02a7d610b06ceeef34c557e1e1c3ccabb18fe62b993725412c3a4cafea7d10b5',
    sql: `
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
`,
  },
  {
    version: 6,
    name: '0006_readable_projection',
    checksum: '5dcc2bd46e17ae42a01391f5528940623917a5fe816d230b2bab0f18d73d8ef6',
    sql: `
-- How \`cairn.readable_memories\` is made of \`cairn.registers\`, in the transaction of each push, behind the lock of its vault. It shows
-- what a device lists (\`projectMemory\` and \`visibilityOf\` in packages/core). Payloads were validated when they were pushed; one
-- that cannot be read all the same costs its own memory alone. docs/decisions/0055-readable-memories.md says why it is a trigger.
-- [SY-S5]

CREATE INDEX readable_memories_search ON cairn.readable_memories USING gin ((ARRAY[user_id]), search)
  WITH (gin_pending_list_limit = 256);

REVOKE ALL ON cairn.readable_memories, cairn.memory_fills FROM PUBLIC;

-- What one memory's registers say, without looking at any other. All null for what cannot be read. It and \`twin_of\` run per
-- memory, so they set nothing: the search path, too, is their caller's.
CREATE FUNCTION cairn.memory_of(entity text, body bytea, flags bytea, tags bytea, link bytea, froms bytea[],
  OUT content text, OUT namespace text, OUT key text, OUT project text, OUT all_tags jsonb, OUT pinned boolean, OUT trust text,
  OUT source text, OUT device text, OUT session text, OUT created_at timestamptz, OUT supersedes text[], OUT target text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  author json;
  marks json;
BEGIN
  SELECT j.content, j.namespace, j.key, j.project, j.source, j.by, to_timestamp(j."createdAt" / 1000), j.tags, j.pinned, j.trust
  INTO content, namespace, key, project, source, author, created_at, all_tags, pinned, trust
  FROM json_to_record(convert_from(body, 'UTF8')::json) AS j (content text, namespace text, key text, project text, source text,
    by json, "createdAt" float8, tags jsonb, pinned boolean, trust text);
  device := author ->> 'device';
  session := author ->> 'session';
  IF flags IS NOT NULL THEN
    marks := convert_from(flags, 'UTF8')::json;
  END IF;
  pinned := coalesce((marks ->> 'pinned')::boolean, pinned, false);
  trust := coalesce(marks ->> 'trust', trust, 'normal');
  IF tags IS NOT NULL THEN
    all_tags := coalesce((convert_from(tags, 'UTF8')::json -> 'tags')::jsonb, all_tags);
  END IF;
  all_tags := coalesce(all_tags, '[]');
  IF link IS NOT NULL THEN
    target := substring(convert_from(link, 'UTF8')::json ->> 'supersededBy' FROM '^[a-z]_[0-9a-z]{26}$');
  END IF;
  supersedes := '{}';
  IF froms IS NOT NULL THEN
    supersedes := ARRAY(
      SELECT DISTINCT one.id FROM unnest(froms) AS said_by(payload)
      CROSS JOIN LATERAL (SELECT convert_from(said_by.payload, 'UTF8')::json -> 'replaces' AS list) AS l
      CROSS JOIN LATERAL json_array_elements_text(CASE WHEN json_typeof(l.list) = 'array' THEN l.list ELSE '[]' END) AS one(id)
      WHERE one.id ~ '^[a-z]_[0-9a-z]{26}$' AND one.id <> memory_of.entity
      ORDER BY one.id);
  END IF;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  SELECT INTO content, namespace, key, project, all_tags, pinned, trust, source, device, session, created_at, supersedes, target
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL;
END
$$;

-- What devices say that a memory replaced: no more of it than many times what devices say, whatever was pushed.
CREATE FUNCTION cairn.froms_of(of_vault text, of_entity text) RETURNS bytea[]
LANGUAGE sql STABLE AS $$
  SELECT array_agg(s.payload) FROM (
    SELECT r.payload FROM cairn.registers r
    WHERE r.vault = of_vault AND r.entity = of_entity AND r.facet LIKE 'from.%' AND r.v = 1 AND octet_length(r.payload) <= 16384
    ORDER BY r.facet COLLATE "C" LIMIT 512) s
$$;

-- Equal for text in the same scope that is equal but for white space (what JavaScript takes for it) and Unicode's forms.
CREATE FUNCTION cairn.twin_of(content text, project text, namespace text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  plain text := content;
BEGIN
  IF plain ~ '[^\\x01-\\x7f]' THEN
    plain := normalize(plain, NFC);
  END IF;
  IF plain ~ '[\\t-\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]|  ' THEN
    plain := regexp_replace(plain, '[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+', ' ', 'g');
  END IF;
  RETURN substring(sha256(convert_to(
    concat(length(project), ':', project, ' ', length(namespace), ':', namespace, ' ', btrim(plain)), 'UTF8')) FOR 16);
END
$$;

-- Brings the rows of some memories up to date, and those of others that they hide, show or are equal to. The caller holds the
-- vault's lock. Whatever the order and the portions, the rows come out the same. Rows are looked up one by one (\`OFFSET 0\`, \`ANY\`)
-- and sets are hashed, whatever the planner believes of a table without statistics.
CREATE FUNCTION cairn.project_memories(of_vault text, ids text[]) RETURNS void
LANGUAGE plpgsql SET search_path = '' SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_nestloop = off
SET jit = off AS $$
DECLARE
  owner uuid;
  now_epoch bytea;
  made_at bigint;
  -- Memories whose link, or whether they may hide another, has changed.
  moved text[];
  twins bytea[];
  more_twins bytea[];
  to_show text[];
  to_hide text[];
  nodes text[];
  stamps bytea[];
  next integer[];
  colour integer[];
  at integer;
  walked integer;
  weakest integer;
BEGIN
  IF cardinality(ids) = 0 THEN
    RETURN;
  END IF;
  SELECT coalesce(v.account, '00000000-0000-0000-0000-000000000000'), v.epoch, v.created_at INTO owner, now_epoch, made_at
  FROM cairn.vaults v WHERE v.id = of_vault;

  -- 1. The rows themselves. What hides them and whether they are shown is right already in nearly every case.
  WITH asked AS MATERIALIZED (
    SELECT DISTINCT a.id FROM unnest(ids) AS a(id)
  ), facets AS (
    SELECT a.id, max(r.seq) AS seq, max(encode(r.hlc, 'hex') COLLATE "C") AS stamp, bool_or(r.facet = 'gone') AS is_gone,
      (array_agg(r.payload) FILTER (WHERE r.facet = 'body'))[1] AS body,
      (array_agg(r.payload) FILTER (WHERE r.facet = 'flags'))[1] AS flags,
      (array_agg(r.payload) FILTER (WHERE r.facet = 'tags'))[1] AS tags,
      (array_agg(r.payload) FILTER (WHERE r.facet = 'link'))[1] AS link,
      (array_agg(r.hlc) FILTER (WHERE r.facet = 'link'))[1] AS link_hlc,
      bool_or(r.facet LIKE 'from.%') AS has_froms
    FROM asked a
    CROSS JOIN LATERAL (SELECT * FROM cairn.registers WHERE vault = of_vault AND entity = a.id OFFSET 0) r
    WHERE r.facet = 'gone' OR r.v = 1
    GROUP BY a.id
  ), fresh AS MATERIALIZED (
    SELECT f.id, f.seq, to_timestamp(('x' || left(f.stamp, 12))::bit(48)::bigint / 1000.0) AS updated_at, m.*,
      m.content IS NULL AS deleted, (m.content IS NULL OR m.trust <> 'held') AS may_hide,
      CASE WHEN m.target IS NOT NULL AND m.content IS NOT NULL THEN f.link_hlc END AS link_hlc
    FROM facets f LEFT JOIN LATERAL cairn.memory_of(f.id, f.body, f.flags, f.tags, f.link,
      CASE WHEN f.has_froms THEN cairn.froms_of(of_vault, f.id) END) m ON f.body IS NOT NULL
    WHERE m.content IS NOT NULL OR f.is_gone
  ), stored AS MATERIALIZED (
    SELECT s.* FROM asked a CROSS JOIN LATERAL (
      SELECT t.id, t.link, t.link_hlc, t.twin, t.superseded_by, t.deleted OR t.trust <> 'held' AS may_hide
      FROM cairn.readable_memories t WHERE t.user_id = owner AND t.id = a.id AND t.vault = of_vault OFFSET 0) s
  ), hidden AS MATERIALIZED (
    SELECT f.*, CASE WHEN f.deleted THEN NULL
      WHEN f.target IN (SELECT a.id FROM asked a) THEN (SELECT o.id FROM fresh o WHERE o.id = f.target AND o.may_hide)
      WHEN f.target IS NOT NULL THEN (SELECT t.id FROM cairn.readable_memories t
        WHERE t.user_id = owner AND t.id = f.target AND t.vault = of_vault AND (t.deleted OR t.trust <> 'held')) END AS hider
    FROM fresh f
  ), twinned AS MATERIALIZED (
    SELECT h.*, CASE WHEN h.content IS NOT NULL AND h.trust <> 'held' AND h.hider IS NULL AND left(h.id, 2) = 'm_'
      THEN cairn.twin_of(h.content, h.project, h.namespace) END AS twin
    FROM hidden h
  ), ranked AS MATERIALIZED (
    SELECT t.*, row_number() OVER (PARTITION BY t.twin ORDER BY t.id) AS place FROM twinned t
  ), removed AS (
    DELETE FROM cairn.readable_memories t USING stored s
    WHERE t.user_id = owner AND t.id = ANY (ids) AND t.vault = of_vault AND t.id = s.id
      AND s.id NOT IN (SELECT f.id FROM fresh f)
  ), written AS (
    INSERT INTO cairn.readable_memories AS t (user_id, id, vault, content, namespace, key, project, tags, pinned, trust, source,
      device, session, created_at, updated_at, synced_at, supersedes, superseded_by, deleted, shown, link, link_hlc, twin)
    SELECT owner, r.id, of_vault, r.content, r.namespace, r.key, r.project, coalesce(r.all_tags, '[]'), coalesce(r.pinned, false),
      r.trust, r.source, r.device, r.session, r.created_at, r.updated_at,
      to_timestamp(coalesce((SELECT a.created_at FROM cairn.anchors a
        WHERE a.vault = of_vault AND a.seq >= r.seq AND a.epoch = now_epoch ORDER BY a.seq LIMIT 1), made_at) / 1000.0),
      coalesce(r.supersedes, '{}'), r.hider, r.deleted,
      r.content IS NOT NULL AND r.trust <> 'held' AND (r.twin IS NULL OR (r.place = 1 AND NOT EXISTS (
        SELECT FROM cairn.readable_memories o WHERE o.vault = of_vault AND o.twin = r.twin AND o.id < r.id))),
      CASE WHEN NOT r.deleted THEN r.target END, r.link_hlc, r.twin
    FROM ranked r
    ON CONFLICT (user_id, id, vault) DO UPDATE SET content = excluded.content, namespace = excluded.namespace, key = excluded.key,
      project = excluded.project, tags = excluded.tags, pinned = excluded.pinned, trust = excluded.trust, source = excluded.source,
      device = excluded.device, session = excluded.session, created_at = excluded.created_at, updated_at = excluded.updated_at,
      synced_at = excluded.synced_at, supersedes = excluded.supersedes, superseded_by = excluded.superseded_by,
      deleted = excluded.deleted, shown = excluded.shown, link = excluded.link, link_hlc = excluded.link_hlc, twin = excluded.twin
    WHERE (t.content, t.namespace, t.key, t.project, t.tags, t.pinned, t.trust, t.source, t.device, t.session, t.created_at,
        t.updated_at, t.supersedes, t.superseded_by, t.deleted, t.shown, t.link, t.link_hlc, t.twin)
      IS DISTINCT FROM (excluded.content, excluded.namespace, excluded.key, excluded.project, excluded.tags, excluded.pinned,
        excluded.trust, excluded.source, excluded.device, excluded.session, excluded.created_at, excluded.updated_at,
        excluded.supersedes, excluded.superseded_by, excluded.deleted, excluded.shown, excluded.link, excluded.link_hlc,
        excluded.twin)
  ), compared AS (
    SELECT a.id, s.link AS old_link, s.twin AS old_twin, r.twin AS new_twin,
      (s.link, s.link_hlc, s.superseded_by, coalesce(s.may_hide, false)) IS DISTINCT FROM
        (CASE WHEN NOT r.deleted THEN r.target END, r.link_hlc, r.hider, coalesce(r.may_hide, false)) AS has_moved
    FROM asked a LEFT JOIN stored s ON s.id = a.id LEFT JOIN ranked r ON r.id = a.id
  )
  SELECT array_agg(c.id) FILTER (WHERE c.has_moved) || array_agg(c.old_link) FILTER (WHERE c.has_moved AND c.old_link IS NOT NULL),
    array_agg(c.old_twin) FILTER (WHERE c.old_twin IS NOT NULL) || array_agg(c.new_twin) FILTER (WHERE c.new_twin IS NOT NULL)
  INTO moved, twins FROM compared c;

  -- 2. Links. From what has moved, and what leads there, everything that can be reached; the weakest link of a cycle hides
  -- nothing. A vault of 20,000 links or fewer is always walked to its ends; of more, so far that a push stays short, and what
  -- is linked to behind that hides as it did.
  IF moved IS NOT NULL THEN
    WITH RECURSIVE walk AS (
      SELECT m.id FROM unnest(moved) AS m(id)
      UNION
      (SELECT t.id FROM unnest(moved) AS m(id) CROSS JOIN LATERAL (
        SELECT o.id FROM cairn.readable_memories o WHERE o.vault = of_vault AND o.link = m.id OFFSET 0) t LIMIT 50000)
      UNION
      SELECT t.link FROM walk w CROSS JOIN LATERAL (SELECT o.link FROM cairn.readable_memories o
        WHERE o.user_id = owner AND o.id = w.id AND o.vault = of_vault AND o.link IS NOT NULL OFFSET 0) t
    ), reached AS MATERIALIZED (
      SELECT w.id FROM walk w LIMIT 50000
    ), known AS MATERIALIZED (
      SELECT t.*, row_number() OVER (ORDER BY t.id) AS n FROM reached w CROSS JOIN LATERAL (
        SELECT o.id, o.link, o.link_hlc, o.deleted OR o.trust <> 'held' AS may_hide FROM cairn.readable_memories o
        WHERE o.user_id = owner AND o.id = w.id AND o.vault = of_vault OFFSET 0) t
    )
    SELECT array_agg(k.id ORDER BY k.n), array_agg(k.link_hlc ORDER BY k.n), array_agg(
      CASE WHEN o.may_hide THEN o.n WHEN o.n IS NULL AND k.link IS NOT NULL AND c.is_cut THEN -1 ELSE 0 END::integer ORDER BY k.n)
    INTO nodes, stamps, next FROM (SELECT count(*) >= 50000 AS is_cut FROM reached) c CROSS JOIN known k
    LEFT JOIN known o ON o.id = k.link;
    colour := array_fill(0, ARRAY[coalesce(cardinality(nodes), 0)]);
    FOR start IN 1 .. coalesce(cardinality(nodes), 0) LOOP
      at := start;
      WHILE at > 0 AND colour[at] = 0 LOOP
        colour[at] := start;
        at := next[at];
      END LOOP;
      CONTINUE WHEN at <= 0 OR colour[at] <> start;
      weakest := at;
      walked := next[at];
      WHILE walked <> at LOOP
        IF (stamps[walked], nodes[walked] COLLATE "C") < (stamps[weakest], nodes[weakest] COLLATE "C") THEN
          weakest := walked;
        END IF;
        walked := next[walked];
      END LOOP;
      next[weakest] := 0;
    END LOOP;
    WITH wanted AS (
      SELECT w.id, nodes[w.to_n] AS hider FROM unnest(nodes, next) AS w(id, to_n) WHERE w.to_n >= 0
    ), wrong AS MATERIALIZED (
      SELECT t.*, w.hider, CASE WHEN t.content IS NOT NULL AND t.trust <> 'held' AND w.hider IS NULL AND left(t.id, 2) = 'm_'
        THEN cairn.twin_of(t.content, t.project, t.namespace) END AS new_twin
      FROM wanted w CROSS JOIN LATERAL (
        SELECT o.id, o.content, o.trust, o.project, o.namespace, o.twin, o.superseded_by FROM cairn.readable_memories o
        WHERE o.user_id = owner AND o.id = w.id AND o.vault = of_vault OFFSET 0) t
      WHERE t.superseded_by IS DISTINCT FROM w.hider
    ), put AS (
      UPDATE cairn.readable_memories t SET superseded_by = w.hider, twin = w.new_twin,
        shown = w.content IS NOT NULL AND w.trust <> 'held' AND w.new_twin IS NULL
      FROM wrong w
      WHERE t.user_id = owner AND t.id = ANY (ARRAY(SELECT o.id FROM wrong o)) AND t.vault = of_vault AND t.id = w.id
    )
    SELECT array_agg(w.twin) FILTER (WHERE w.twin IS NOT NULL) || array_agg(w.new_twin) FILTER (WHERE w.new_twin IS NOT NULL)
    INTO more_twins FROM wrong w;
    twins := twins || more_twins;
  END IF;

  -- 3. Of twins the one with the smallest id is shown.
  IF twins IS NOT NULL THEN
    SELECT array_agg(x.id) FILTER (WHERE x.is_first), array_agg(x.id) FILTER (WHERE NOT x.is_first) INTO to_show, to_hide
    FROM (SELECT DISTINCT u.twin FROM unnest(twins) AS u(twin)) g
    CROSS JOIN LATERAL (
      SELECT least(
        (SELECT a.id FROM cairn.readable_memories a WHERE a.vault = of_vault AND a.twin = g.twin AND a.shown ORDER BY a.id LIMIT 1),
        (SELECT a.id FROM cairn.readable_memories a WHERE a.vault = of_vault AND a.twin = g.twin AND NOT a.shown ORDER BY a.id LIMIT 1)
      ) AS id OFFSET 0) f
    CROSS JOIN LATERAL (
      SELECT f.id, true AS is_first WHERE f.id IS NOT NULL AND NOT EXISTS (
        SELECT FROM cairn.readable_memories a WHERE a.vault = of_vault AND a.twin = g.twin AND a.shown AND a.id = f.id)
      UNION ALL
      SELECT a.id, false FROM cairn.readable_memories a
      WHERE a.vault = of_vault AND a.twin = g.twin AND a.shown AND a.id <> f.id) x;
    IF to_show IS NOT NULL THEN
      UPDATE cairn.readable_memories SET shown = true WHERE user_id = owner AND id = ANY (to_show) AND vault = of_vault;
    END IF;
    IF to_hide IS NOT NULL THEN
      UPDATE cairn.readable_memories SET shown = false WHERE user_id = owner AND id = ANY (to_hide) AND vault = of_vault;
    END IF;
  END IF;
END
$$;

-- Every push moves its vault's head, in the statement that writes the registers above the old one.
CREATE FUNCTION cairn.project_push() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  PERFORM cairn.project_memories(NEW.id, ARRAY(
    SELECT DISTINCT r.entity FROM cairn.registers r
    WHERE r.vault = NEW.id AND r.seq > OLD.head AND r.seq <= NEW.head AND left(r.entity, 2) IN ('m_', 'k_')));
  RETURN NULL;
END
$$;

CREATE TRIGGER vaults_project AFTER UPDATE OF head ON cairn.vaults FOR EACH ROW
  WHEN (NEW.kind = 'readable' AND NEW.head > OLD.head) EXECUTE FUNCTION cairn.project_push();

REVOKE ALL ON FUNCTION cairn.memory_of(text, bytea, bytea, bytea, bytea, bytea[]), cairn.froms_of(text, text),
  cairn.twin_of(text, text, text), cairn.project_memories(text, text[]), cairn.project_push() FROM PUBLIC;

-- Vaults that are there already are filled in steps, by the server, as soon as it runs.
INSERT INTO cairn.memory_fills (vault, done_to) SELECT id, '' FROM cairn.vaults WHERE kind = 'readable';

-- Those that a device lists. The first ten columns are those of before there was a table.
CREATE OR REPLACE VIEW cairn.memories WITH (security_invoker = true) AS
SELECT id, content, tags, source, project, pinned, superseded_by, created_at, synced_at, vault,
  user_id, namespace, key, layer, trust, device, session, updated_at, supersedes, deleted
FROM cairn.readable_memories WHERE shown;

ALTER VIEW cairn.memories RESET (security_barrier);
`,
  },
  {
    version: 7,
    name: '0007_moving_vaults',
    checksum: 'e4afdecc37f03a9112bcc12f9b683cce2f88baadad62fc668715307d394e42d8',
    sql: `
ALTER TABLE "cairn"."vaults" ADD COLUMN "moving_to" text;
`,
  },
];
