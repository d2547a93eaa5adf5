import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type TempHome, tempHome } from '@cairn/test-support';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    serverData: string;
  }
}

const server = fileURLToPath(new URL('../packages/cloud/dist/server.js', import.meta.url));
/** Variable with the folder that another project of this run has made. */
const MADE = 'CAIRN_TEST_SERVER_DATA';
let made: TempHome | null = null;

/** Makes a server's data folder without a vault or a token. Making it takes most of a first start, so it is made once and copied. */
export const setup = async (project: TestProject): Promise<void> => {
  if (process.env[MADE] === undefined) {
    made = await tempHome('server-data');
    const env = { PATH: process.env.PATH, HOME: made.path, CAIRN_SERVER_DATA: made.path };
    await promisify(execFile)(process.execPath, [server, 'migrate'], { env });
    process.env[MADE] = made.path;
  }
  project.provide('serverData', process.env[MADE]);
};

export const teardown = async (): Promise<void> => {
  delete process.env[MADE];
  await made?.remove();
  made = null;
};
