-- How `cairn.readable_memories` is made of `cairn.registers`, in the transaction of each push, behind the lock of its vault. It shows
-- what a device lists (`projectMemory` and `visibilityOf` in packages/core). Payloads were validated when they were pushed; one
-- that cannot be read all the same costs its own memory alone. docs/decisions/0055-readable-memories.md says why it is a trigger.
-- [SY-S5]

CREATE INDEX readable_memories_search ON cairn.readable_memories USING gin ((ARRAY[user_id]), search)
  WITH (gin_pending_list_limit = 256);
--> statement-breakpoint
REVOKE ALL ON cairn.readable_memories, cairn.memory_fills FROM PUBLIC;
--> statement-breakpoint
-- What one memory's registers say, without looking at any other. All null for what cannot be read. It and `twin_of` run per
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
--> statement-breakpoint
-- What devices say that a memory replaced: no more of it than many times what devices say, whatever was pushed.
CREATE FUNCTION cairn.froms_of(of_vault text, of_entity text) RETURNS bytea[]
LANGUAGE sql STABLE AS $$
  SELECT array_agg(s.payload) FROM (
    SELECT r.payload FROM cairn.registers r
    WHERE r.vault = of_vault AND r.entity = of_entity AND r.facet LIKE 'from.%' AND r.v = 1 AND octet_length(r.payload) <= 16384
    ORDER BY r.facet COLLATE "C" LIMIT 512) s
$$;
--> statement-breakpoint
-- Equal for text in the same scope that is equal but for white space (what JavaScript takes for it) and Unicode's forms.
CREATE FUNCTION cairn.twin_of(content text, project text, namespace text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  plain text := content;
BEGIN
  IF plain ~ '[^\x01-\x7f]' THEN
    plain := normalize(plain, NFC);
  END IF;
  IF plain ~ '[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|  ' THEN
    plain := regexp_replace(plain, '[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g');
  END IF;
  RETURN substring(sha256(convert_to(
    concat(length(project), ':', project, ' ', length(namespace), ':', namespace, ' ', btrim(plain)), 'UTF8')) FOR 16);
END
$$;
--> statement-breakpoint
-- Brings the rows of some memories up to date, and those of others that they hide, show or are equal to. The caller holds the
-- vault's lock. Whatever the order and the portions, the rows come out the same. Rows are looked up one by one (`OFFSET 0`, `ANY`)
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
--> statement-breakpoint
-- Every push moves its vault's head, in the statement that writes the registers above the old one.
CREATE FUNCTION cairn.project_push() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  PERFORM cairn.project_memories(NEW.id, ARRAY(
    SELECT DISTINCT r.entity FROM cairn.registers r
    WHERE r.vault = NEW.id AND r.seq > OLD.head AND r.seq <= NEW.head AND left(r.entity, 2) IN ('m_', 'k_')));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER vaults_project AFTER UPDATE OF head ON cairn.vaults FOR EACH ROW
  WHEN (NEW.kind = 'readable' AND NEW.head > OLD.head) EXECUTE FUNCTION cairn.project_push();
--> statement-breakpoint
REVOKE ALL ON FUNCTION cairn.memory_of(text, bytea, bytea, bytea, bytea, bytea[]), cairn.froms_of(text, text),
  cairn.twin_of(text, text, text), cairn.project_memories(text, text[]), cairn.project_push() FROM PUBLIC;
--> statement-breakpoint
-- Vaults that are there already are filled in steps, by the server, as soon as it runs.
INSERT INTO cairn.memory_fills (vault, done_to) SELECT id, '' FROM cairn.vaults WHERE kind = 'readable';
--> statement-breakpoint
-- Those that a device lists. The first ten columns are those of before there was a table.
CREATE OR REPLACE VIEW cairn.memories WITH (security_invoker = true) AS
SELECT id, content, tags, source, project, pinned, superseded_by, created_at, synced_at, vault,
  user_id, namespace, key, layer, trust, device, session, updated_at, supersedes, deleted
FROM cairn.readable_memories WHERE shown;
--> statement-breakpoint
ALTER VIEW cairn.memories RESET (security_barrier);
