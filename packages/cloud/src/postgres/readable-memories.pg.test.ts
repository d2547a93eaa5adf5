import { testPostgres } from '@cairn/test-support/vitest';
import { afterAll, beforeAll, describe } from 'vitest';
import type { SqlDatabase } from '../sql/database.ts';
import { migrate } from '../sql/migrate.ts';
import { readableRules } from '../testing/readable-rules.ts';
import { START_MS } from '../testing/sync-world.ts';
import { createPostgresDatabase } from './postgres-database.ts';

const pg = testPostgres();

describe.skipIf(pg === null)('Postgres', () => {
  let database: SqlDatabase;
  beforeAll(async () => {
    database = createPostgresDatabase({ url: (await pg?.createDatabase()) ?? '', prepare: true });
    await migrate(database, START_MS);
  });
  afterAll(() => database.close());
  readableRules('Postgres', () => database);
});
