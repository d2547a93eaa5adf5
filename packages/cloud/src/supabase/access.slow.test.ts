import { afterAll } from 'vitest';
import { createPgliteDatabase } from '../pglite/pglite-database.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { accessRules } from '../testing/access-rules.ts';

const opened: SqlDatabase[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

accessRules('PGlite', async () => {
  const database = await createPgliteDatabase(null);
  opened.push(database);
  return database;
});
