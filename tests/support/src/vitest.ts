// Test support that needs a running vitest.

import { afterAll, inject, onTestFinished } from 'vitest';
import { connectPostgres, type PostgresHandle } from './postgres.ts';
import { tempHome } from './temp-home.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string | null;
  }
}

/**
 * Returns the run's Postgres, or null when Postgres is not installed. Only files named `*.pg.test.ts` may call it, at the top: `const pg
 * = testPostgres(); describe.skipIf(pg === null)('…', …)`.
 */
export const testPostgres = (): PostgresHandle | null => {
  const url = inject('postgresUrl');
  if (url === null) return null;
  if (url === undefined) throw new Error('only files named *.pg.test.ts are given a Postgres');
  const handle = connectPostgres(url);
  afterAll(() => handle.stop());
  return handle;
};

/** Makes a temporary folder that is deleted when the running test ends. Call it inside a test. */
export const homeForTest = async (name?: string): Promise<string> => {
  const home = await tempHome(name);
  onTestFinished(() => home.remove());
  return home.path;
};
