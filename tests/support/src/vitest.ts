// The part of test support that needs a running vitest.

import { afterAll, inject, onTestFinished } from 'vitest';
import { connectPostgres, type PostgresHandle } from './postgres.ts';
import { tempHome } from './temp-home.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | null;
  }
}

/**
 * The run's Postgres, in files named `*.pg.test.ts` (others have none); null when the machine has no Postgres:
 * `const pg = testPostgres(); describe.skipIf(pg === null)('…', …)`. Call it at the top of the file.
 */
export const testPostgres = (): PostgresHandle | null => {
  const url = inject('postgresUrl');
  if (url === null) return null;
  if (url === undefined) throw new Error('only files named *.pg.test.ts are given a Postgres');
  const handle = connectPostgres(url);
  afterAll(() => handle.stop());
  return handle;
};

/** A temporary folder, removed when the running test is over. Call it inside a test. */
export const homeForTest = async (name?: string): Promise<string> => {
  const home = await tempHome(name);
  onTestFinished(() => home.remove());
  return home.path;
};
