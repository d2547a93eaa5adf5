/** A store on a real Postgres, migrated, for tests that run the server in their own process. */
import type { SyncStore } from '../ports/sync-store.ts';

/** Opens the store. `url`: a database that no other test uses. The driver is loaded here, so that other tests do not load it. */
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
