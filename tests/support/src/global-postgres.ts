import type { TestProject } from 'vitest/node';
import { type PostgresHandle, startPostgres } from './postgres.ts';

let cluster: PostgresHandle | null = null;

/** One cluster for the whole run; test files get its address through `testPostgres()`. */
export const setup = async (project: TestProject): Promise<void> => {
  cluster = await startPostgres();
  project.provide('postgresUrl', cluster?.url() ?? null);
};

export const teardown = async (): Promise<void> => {
  await cluster?.stop();
  cluster = null;
};
