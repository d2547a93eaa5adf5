import { afterAll, beforeAll } from 'vitest';
import type { SqlDatabase } from '../sql/database.ts';
import { migrate } from '../sql/migrate.ts';
import { readableRules } from '../testing/readable-rules.ts';
import { START_MS } from '../testing/sync-world.ts';
import { createPgliteDatabase } from './pglite-database.ts';

let database: SqlDatabase;
beforeAll(async () => {
  database = await createPgliteDatabase(null);
  await migrate(database, START_MS);
});
afterAll(() => database.close());

readableRules('PGlite', () => database);
