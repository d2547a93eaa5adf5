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
CREATE VIEW cairn.memories WITH (security_invoker = true, security_barrier = true) AS
SELECT m.entity AS id, m.content, m.tags, m.source, m.project, m.pinned, m.superseded_by, m.created_at,
  to_timestamp(coalesce(commit.created_at, v.created_at)::float8 / 1000) AS synced_at, v.id AS vault
FROM cairn.vaults v
CROSS JOIN LATERAL (
  WITH RECURSIVE facets AS (
    SELECT r.entity, max(r.seq) AS seq, bool_or(r.facet = 'gone') AS is_gone,
      (array_agg(convert_from(r.payload, 'UTF8')::json) FILTER (WHERE r.facet = 'body'))[1] AS body,
      (array_agg(convert_from(r.payload, 'UTF8')::json) FILTER (WHERE r.facet = 'flags'))[1] AS flags,
      (array_agg(convert_from(r.payload, 'UTF8')::json) FILTER (WHERE r.facet = 'tags'))[1] AS tags,
      (array_agg(convert_from(r.payload, 'UTF8')::json) FILTER (WHERE r.facet = 'link'))[1] AS link,
      (array_agg(r.hlc) FILTER (WHERE r.facet = 'link'))[1] AS link_hlc
    FROM cairn.registers r
    WHERE r.vault = v.id AND left(r.entity, 2) IN ('m_', 'k_')
      AND (r.facet = 'gone' OR (r.v = 1 AND r.facet IN ('body', 'flags', 'tags', 'link')))
    GROUP BY r.entity
  ),
  nodes AS MATERIALIZED (
    SELECT entity, seq, is_gone, body ->> 'content' AS content, body ->> 'project' AS project,
      body ->> 'namespace' AS namespace, body ->> 'source' AS source,
      to_timestamp((body ->> 'createdAt')::float8 / 1000) AS created_at,
      coalesce(tags -> 'tags', body -> 'tags', '[]'::json)::jsonb AS tags,
      coalesce(flags ->> 'pinned', body ->> 'pinned', 'false')::boolean AS pinned,
      coalesce(flags ->> 'trust', body ->> 'trust', 'normal') AS trust,
      (link ->> 'supersededBy') COLLATE "C" AS target, link_hlc
    FROM facets
  ),
  -- A link to what is absent or held hides nothing; to what is gone it still hides.
  links AS MATERIALIZED (
    SELECT n.entity, n.target, n.link_hlc
    FROM nodes n JOIN nodes t ON t.entity = n.target
    WHERE n.content IS NOT NULL
      AND ((t.content IS NOT NULL AND t.trust <> 'held') OR (t.content IS NULL AND t.is_gone))
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
  shown AS (
    SELECT n.*, l.target AS superseded_by, l.target IS NULL AND left(n.entity, 2) = 'm_' AS may_have_twins
    FROM nodes n
    LEFT JOIN links l ON l.entity = n.entity AND NOT EXISTS (SELECT FROM dropped d WHERE d.start = l.entity)
    WHERE n.content IS NOT NULL AND n.trust <> 'held'
  )
  -- Equal text in the same scope is shown once. White space is what JavaScript takes for it.
  SELECT s.*, CASE WHEN s.may_have_twins THEN row_number() OVER (
      PARTITION BY s.may_have_twins, s.project, s.namespace, sha256(convert_to(btrim(regexp_replace(normalize(s.content, NFC),
        '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')), 'UTF8'))
      ORDER BY s.entity) ELSE 1 END AS place
  FROM shown s
) m
LEFT JOIN LATERAL (
  SELECT a.created_at FROM cairn.anchors a
  WHERE a.vault = v.id AND a.epoch = v.epoch AND a.seq >= m.seq ORDER BY a.seq, a.created_at LIMIT 1
) commit ON true
WHERE v.kind = 'readable' AND m.place = 1;

REVOKE ALL ON cairn.memories FROM PUBLIC;
$cairn_sql$;
  INSERT INTO cairn.migrations (version, name, checksum, applied_at)
  VALUES (2, '0002_memories', '19990da583fe898400c6cd9ecbd11365440d6dbc809744e480e7c2a4882310cf', (extract(epoch from now()) * 1000)::bigint);
END
$cairn_once$;
