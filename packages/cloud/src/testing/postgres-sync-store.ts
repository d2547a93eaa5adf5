/** A store on a real Postgres, migrated, for tests that run the server in their own process. */
import type { SyncStore } from '../ports/sync-store.ts';

/** `url`: a database of its own. Postgres is loaded here, so that tests without one do without it. */
export const openPostgresSyncStore = async (url: string, nowMs: number): Promise<SyncStore> => {
  const [{ createPostgresDatabase }, { migrate }, { createSqlStore }] = await Promise.all([
    import('../postgres/postgres-database.ts'),
    import('../sql/migrate.ts'),
    import('../sql/sql-store.ts'),
  ]);
  const database = createPostgresDatabase({ url, prepare: true });
  await migrate(database, nowMs);
  return createSqlStore(database);
};
