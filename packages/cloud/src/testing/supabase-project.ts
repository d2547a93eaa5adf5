/** The database of a Supabase project on a real Postgres, queried as PostgREST queries it for a signed-in user. For tests. */
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import type { SqlRow } from '../sql/database.ts';
import { asRole, makeSupabase } from './supabase-database.ts';

const MEMORIES = `select id, content, tags::text as tags, source, project, pinned, superseded_by,
  namespace, key, trust, device, session, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at from public.memories order by id`;

/** Creates the roles, the rights and the publication of a project without tables of Cairn. */
export const prepareSupabase = async (url: string): Promise<void> => {
  const database = createPostgresDatabase({ url, prepare: false });
  await makeSupabase(database);
  await database.exec('create publication supabase_realtime');
  await database.close();
};

/** Opens the project. `url`: an empty database that no other test uses. */
export const openSupabaseProject = async (url: string) => {
  const database = createPostgresDatabase({ url, prepare: false });
  await makeSupabase(database);
  return {
    memoriesOf: (user: string): Promise<readonly SqlRow[]> =>
      asRole(database, { role: 'authenticated', user }, MEMORIES),
    close: () => database.close(),
  };
};
