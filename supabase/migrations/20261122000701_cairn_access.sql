-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.
-- What Supabase's roles may do with this database: a signed-in user reads the memories of the user's own readable vaults in
-- public.memories and follows them in cairn.readable_memories, and nothing else. Applied after the migrations where Supabase's roles are, and again whenever one of them was
-- applied, so every statement can be repeated. [SY-S5]
DO $$
BEGIN
  IF to_regclass('public.memories') IS NOT NULL
    AND coalesce(obj_description(to_regclass('public.memories'), 'pg_class'), '') NOT LIKE 'Cairn:%' THEN
    RAISE EXCEPTION 'public.memories is there already and is not Cairn''s' USING ERRCODE = 'CA001', HINT = 'Rename it.';
  END IF;
  IF to_regprocedure('public.search_memories(text)') IS NOT NULL
    AND coalesce(obj_description(to_regprocedure('public.search_memories(text)'), 'pg_proc'), '') NOT LIKE 'Cairn:%' THEN
    RAISE EXCEPTION 'public.search_memories is there already and is not Cairn''s' USING ERRCODE = 'CA001', HINT = 'Rename it.';
  END IF;
END
$$;

-- Every table answers to the server alone, even to its owner by a policy, before anything is granted.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'cairn' AND c.relkind IN ('r', 'p')
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', one.name);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', one.name);
    EXECUTE format('DROP POLICY IF EXISTS cairn_server ON %s', one.name);
    EXECUTE format('CREATE POLICY cairn_server ON %s TO %I USING (true) WITH CHECK (true)', one.name, current_user);
  END LOOP;
END
$$;

REVOKE ALL ON SCHEMA cairn FROM PUBLIC, anon, authenticated, service_role;
REVOKE ALL ON ALL TABLES IN SCHEMA cairn FROM PUBLIC, anon, authenticated, service_role;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA cairn FROM PUBLIC, anon, authenticated, service_role;
REVOKE ALL ON ALL ROUTINES IN SCHEMA cairn FROM PUBLIC, anon, authenticated, service_role;

-- What was granted while the view read the registers themselves.
DROP POLICY IF EXISTS cairn_account ON cairn.vaults;
DROP POLICY IF EXISTS cairn_account ON cairn.registers;
DROP POLICY IF EXISTS cairn_account ON cairn.anchors;

-- A view that checks as its reader needs the reader to hold what it reads: these columns, of these rows. `search`, which repeats
-- the words, and what the projection works with stay the server's.
GRANT USAGE ON SCHEMA cairn TO authenticated;
GRANT SELECT (user_id, id, vault, content, namespace, key, layer, project, tags, pinned, trust, source, device, session,
  created_at, updated_at, synced_at, supersedes, superseded_by, deleted, shown) ON cairn.readable_memories TO authenticated;
GRANT SELECT ON cairn.memories TO authenticated;

-- All zeros is nobody.
DROP POLICY IF EXISTS cairn_account ON cairn.readable_memories;
CREATE POLICY cairn_account ON cairn.readable_memories FOR SELECT TO authenticated
  USING (user_id = (SELECT auth.uid()) AND user_id <> '00000000-0000-0000-0000-000000000000');

CREATE OR REPLACE VIEW public.memories WITH (security_invoker = true) AS
SELECT id, content, tags, source, project, pinned, superseded_by, created_at, synced_at, vault,
  user_id, namespace, key, layer, trust, device, session, updated_at, supersedes, deleted
FROM cairn.memories;
ALTER VIEW public.memories RESET (security_barrier);
COMMENT ON VIEW public.memories IS 'Cairn: the memories of your readable vaults. Current ones have no superseded_by. Read-only.';
REVOKE ALL ON public.memories FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT ON public.memories TO authenticated;

-- Row-level security keeps the index over words from a reader's own question, because finding words might tell of rows that the
-- reader may not see. So this one function asks as the server does, for the user of the session alone.
CREATE OR REPLACE FUNCTION public.search_memories(query text) RETURNS SETOF public.memories
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' ROWS 20 AS $$
  SELECT m.id, m.content, m.tags, m.source, m.project, m.pinned, m.superseded_by, m.created_at, m.synced_at, m.vault,
    m.user_id, m.namespace, m.key, m.layer, m.trust, m.device, m.session, m.updated_at, m.supersedes, m.deleted
  FROM cairn.readable_memories m
  WHERE ARRAY[m.user_id] @> ARRAY[(SELECT auth.uid())] AND m.user_id = (SELECT auth.uid())
    AND m.user_id <> '00000000-0000-0000-0000-000000000000' AND m.shown
    AND m.search @@ websearch_to_tsquery('simple', search_memories.query)
  ORDER BY m.superseded_by IS NOT NULL, ts_rank(m.search, websearch_to_tsquery('simple', search_memories.query)) DESC, m.created_at DESC
  LIMIT 100
$$;
COMMENT ON FUNCTION public.search_memories(text) IS 'Cairn: the best 100 of your memories with these words, current ones first.';
REVOKE ALL ON FUNCTION public.search_memories(text) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION public.search_memories(text) TO authenticated;

-- Realtime follows what this publication has. A role that may not change it leaves that to one that may.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_publication WHERE pubname = 'supabase_realtime') AND NOT EXISTS (
    SELECT FROM pg_publication_tables
    WHERE pubname = 'supabase_realtime' AND schemaname = 'cairn' AND tablename = 'readable_memories') THEN
    ALTER PUBLICATION supabase_realtime ADD TABLE cairn.readable_memories;
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'cairn.readable_memories is not in the publication supabase_realtime: add it as the publication''s owner';
END
$$;

INSERT INTO cairn.migrations (version, name, checksum, applied_at)
VALUES (-1, 'supabase', 'bd10f1ce88671348b4d3a551a5ee93bff99e1bea66e524a0ed993a99bda175e7', (extract(epoch from now()) * 1000)::bigint)
ON CONFLICT (version) DO UPDATE SET checksum = excluded.checksum, applied_at = excluded.applied_at;
