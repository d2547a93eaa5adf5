import type { TestProject } from 'vitest/node';
import { type PostgresHandle, startPostgres } from './postgres.ts';

let cluster: PostgresHandle | null = null;

/** Variable with the address of a cluster that another project of this run started; empty on a machine without Postgres. */
const STARTED = 'CAIRN_TEST_POSTGRES';

/** Starts one cluster for the whole run. Test files get its address through `testPostgres()`. */
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
