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
];
