import type { TestProject } from 'vitest/node';
import { type PostgresHandle, startPostgres } from './postgres.ts';

let cluster: PostgresHandle | null = null;

/** The address, where another project of this run has started the cluster; empty on a machine without Postgres. */
const STARTED = 'CAIRN_TEST_POSTGRES';

/** One cluster for the whole run; test files get its address through `testPostgres()`. */
export const setup = async (project: TestProject): Promise<void> => {
  if (process.env[STARTED] === undefined) {
    cluster = await startPostgres();
    process.env[STARTED] = cluster?.url() ?? '';
  }
  project.provide('postgresUrl', process.env[STARTED] || null);
};

export const teardown = async (): Promise<void> => {
  delete process.env[STARTED];
  await cluster?.stop();
  cluster = null;
};
