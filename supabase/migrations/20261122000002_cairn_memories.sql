-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.
DO $cairn_once$
BEGIN
  IF to_regclass('cairn.migrations') IS NOT NULL THEN
    IF EXISTS (SELECT FROM cairn.migrations WHERE version = 2) THEN
      RETURN;
    END IF;
  END IF;
  IF to_regnamespace('cairn') IS NULL THEN
    CREATE SCHEMA cairn;
  END IF;
  EXECUTE $cairn_sql$
-- What a readable vault holds, as a device lists it (`projectMemory` and `visibilityOf` in packages/core). Payloads were validated
-- when they were pushed, and a tombstone has erased what it beats, so neither is asked again here. Vault by vault, so that a
-- question about one reads one. Nobody but the owner of the tables may read it, unless something else is granted. [SY-S5]
--
-- A question reads the whole vault, so each payload is parsed once, what only some questions ask for (`tags`, `synced_at`) is
-- left to the last step, and sets are looked up with `IN (…) IS TRUE` and `NOT IN`, which Postgres hashes whatever it believes about
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
    SELECT n.entity, n.project, n.namespace, CASE WHEN n.content ~ '[\t\n\r]|  ' THEN
        replace(replace(replace(replace(replace(replace(n.content, E'\n', ' '), E'\r', ' '), E'\t', ' '),
          '    ', ' '), '  ', ' '), '  ', ' ')
      ELSE n.content END AS text
    FROM nodes n
    WHERE n.content IS NOT NULL AND n.trust <> 'held' AND left(n.entity, 2) = 'm_'
      AND n.entity NOT IN (SELECT h.entity FROM hiding h)
    OFFSET 0
  ),
  composed AS (
    SELECT s.entity, s.project, s.namespace,
      CASE WHEN s.text ~ '[^\x01-\x7f]' THEN CASE WHEN s.text IS NFC NORMALIZED THEN s.text ELSE normalize(s.text, NFC) END
      ELSE s.text END AS text
    FROM spaced s OFFSET 0
  ),
  twins AS (
    SELECT c.entity, row_number() OVER (
      PARTITION BY c.project, c.namespace, sha256(convert_to(btrim(
        CASE WHEN c.text ~ '[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|  ' THEN regexp_replace(c.text,
          '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g') ELSE c.text END), 'UTF8'))
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
$cairn_sql$;
  INSERT INTO cairn.migrations (version, name, checksum, applied_at)
  VALUES (2, '0002_memories', '2e4f2d53a672c3dbe5edd20995fc1b53a1b979ca9e8f95c676bbc0f62f235cc9', (extract(epoch from now()) * 1000)::bigint);
END
$cairn_once$;
