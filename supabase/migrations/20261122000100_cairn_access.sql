-- Emitted by packages/schema/scripts/emit-migrations.mjs; not written by hand.
-- What Supabase's roles may do with this database: a signed-in user reads the memories of the user's own readable vaults in
-- public.memories, and nothing else. Applied after the migrations where Supabase's roles are, and again whenever one of them was
-- applied, so every statement can be repeated. [SY-S5]
DO $$
BEGIN
  IF to_regclass('public.memories') IS NOT NULL
    AND coalesce(obj_description(to_regclass('public.memories'), 'pg_class'), '') NOT LIKE 'Cairn:%' THEN
    RAISE EXCEPTION 'public.memories is there already and is not Cairn''s' USING ERRCODE = 'CA001', HINT = 'Rename it.';
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

-- A view that checks as its reader needs the reader to hold what it reads: these columns, of these rows.
GRANT USAGE ON SCHEMA cairn TO authenticated;
GRANT SELECT (id, account, kind, epoch, created_at) ON cairn.vaults TO authenticated;
GRANT SELECT (vault, entity, facet, seq, hlc, v, payload) ON cairn.registers TO authenticated;
GRANT SELECT (vault, epoch, seq, created_at) ON cairn.anchors TO authenticated;
GRANT SELECT ON cairn.memories TO authenticated;

DROP POLICY IF EXISTS cairn_account ON cairn.vaults;
CREATE POLICY cairn_account ON cairn.vaults FOR SELECT TO authenticated
  USING (account = (SELECT auth.uid()) AND kind = 'readable');
DROP POLICY IF EXISTS cairn_account ON cairn.registers;
CREATE POLICY cairn_account ON cairn.registers FOR SELECT TO authenticated
  USING (vault = ANY (ARRAY(
    SELECT v.id FROM cairn.vaults v WHERE v.account = (SELECT auth.uid()) AND v.kind = 'readable')));
DROP POLICY IF EXISTS cairn_account ON cairn.anchors;
CREATE POLICY cairn_account ON cairn.anchors FOR SELECT TO authenticated
  USING (vault = ANY (ARRAY(
    SELECT v.id FROM cairn.vaults v WHERE v.account = (SELECT auth.uid()) AND v.kind = 'readable')));

CREATE OR REPLACE VIEW public.memories WITH (security_invoker = true, security_barrier = true) AS
SELECT id, content, tags, source, project, pinned, superseded_by, created_at, synced_at, vault FROM cairn.memories;
COMMENT ON VIEW public.memories IS 'Cairn: the memories of your readable vaults. Current ones have no superseded_by. Read-only.';
REVOKE ALL ON public.memories FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT ON public.memories TO authenticated;

INSERT INTO cairn.migrations (version, name, checksum, applied_at)
VALUES (-1, 'supabase', '3b2c30277320a4939b052d5688c02c616023fe54ac485fdf5eea0446c5cdd088', (extract(epoch from now()) * 1000)::bigint)
ON CONFLICT (version) DO UPDATE SET checksum = excluded.checksum, applied_at = excluded.applied_at;
