/** Gives an empty database the roles and default privileges of Supabase. For tests. */
import { type SqlDatabase, type SqlRow, type SqlSession, sqlState } from '../sql/database.ts';

const role = (name: string, more = ''): string => `
DO $$ BEGIN CREATE ROLE ${name} NOLOGIN NOINHERIT ${more};
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;`;

/** Roles belong to the cluster and may exist already. Everything else belongs to this database. */
const SHIM = `
${role('anon')}
${role('authenticated')}
${role('service_role', 'BYPASSRLS')}
CREATE SCHEMA auth;
GRANT USAGE ON SCHEMA auth TO anon, authenticated, service_role;
CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'))::uuid
$$;
GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON ROUTINES TO anon, authenticated, service_role;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON SEQUENCES TO anon, authenticated, service_role;
`;

export const makeSupabase = (database: SqlDatabase): Promise<void> => database.exec(SHIM);

export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** Resets planner settings of the server's connections to defaults, because sessions of PostgREST do not have them. */
const AS_OTHERS_PLAN = `set local enable_bitmapscan = on; set local enable_seqscan = on; set local plan_cache_mode = auto;
set local jit = on;`;

export interface Reader {
  readonly role: ApiRole;
  readonly user?: string;
}

/** Runs `work` in a transaction with a role and claims, like PostgREST. Both end with the transaction. */
export const withRole = <T>(
  database: SqlDatabase,
  { role: name, user }: Reader,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> =>
  database.transaction(async (session) => {
    await session.exec(`${AS_OTHERS_PLAN} set local role ${name}`);
    const claims = JSON.stringify({ role: name, ...(user === undefined ? {} : { sub: user }) });
    await session.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
    return work(session);
  }, null);

/** Runs one statement as the role. */
export const asRole = (database: SqlDatabase, reader: Reader, text: string): Promise<readonly SqlRow[]> =>
  withRole(database, reader, (session) => session.query(text));

/** Returns the SQLSTATE of a refusal, or `allowed`. */
export const refusalCode = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'allowed';
  } catch (error) {
    return sqlState(error) || String(error);
  }
};
