/** Server processes that end with their test, and their folders. For tests. */
import { cp } from 'node:fs/promises';
import { vaultInfo } from '@cairn/schema';
import { type TempHome, tempHome } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createMemorySyncStore } from './memory-store.ts';
import { callServer, runServer, startServer } from './server-process.ts';
import { createWorld, SETUP_TOKEN } from './sync-world.ts';

export const serverForTest = async (env: Readonly<Record<string, string>>, before?: readonly string[]) => {
  const server = await startServer(env, before);
  onTestFinished(async () => {
    await server.kill('SIGKILL');
  });
  return server;
};

/** Makes ids and requests only; its own store is not used. */
export const newWorld = (seed: string) => createWorld(createMemorySyncStore(), seed);

/** Makes a vault at a server, as its first device does. */
export const vaultAt = async (
  url: string,
  seed: string,
  { token = SETUP_TOKEN, kind = 'sealed' }: { token?: string; kind?: 'sealed' | 'readable' } = {},
) => {
  const world = newWorld(seed);
  const { request, identity } = world.vaultRequest(kind);
  const made = await callServer(url, 'POST', '/v1/vaults', { token, body: request });
  expect(made).toMatchObject({ status: 201 });
  return { world, info: vaultInfo.parse(made.json), identity, request };
};

/**
 * Makes a database before the tests of a file, without a vault or a token. Returns a function that copies it to a folder, because
 * making one takes most of a first start.
 */
export const copiedFolders = (): (() => Promise<string>) => {
  let template: TempHome;
  beforeAll(async () => {
    template = await tempHome();
    const made = await runServer({ CAIRN_SERVER_DATA: template.path }, ['migrate']);
    expect(made).toMatchObject({ code: 0, stdout: 'the database is up to date\n' });
  });
  afterAll(() => template.remove());
  return async () => {
    const folder = await homeForTest();
    await cp(template.path, folder, { recursive: true });
    return folder;
  };
};
