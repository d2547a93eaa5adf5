import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMemorySyncStore } from './testing/memory-store.ts';
import { apart, callServer, runServer, type ServerProcess, startServer } from './testing/server-process.ts';
import { createWorld, SETUP_TOKEN } from './testing/sync-world.ts';

const started = async (env: Record<string, string>, before?: readonly string[]): Promise<ServerProcess> => {
  const server = await startServer(env, before);
  onTestFinished(async () => {
    await server.kill('SIGKILL');
  });
  return server;
};

describe('the embedded database', () => {
  test('[OP-12] a second opener of the embedded database is told who has it, and the first goes on', async () => {
    const folder = await homeForTest();
    const server = await started({ CAIRN_SERVER_DATA: folder });
    const second = await runServer({ CAIRN_SERVER_DATA: folder, CAIRN_SERVER_PORT: '0' });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`in use by process ${server.pid}`);
    expect(second.stderr).toContain('CAIRN_SERVER_DATA');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  const alone = apart();
  test.skipIf(alone === null)(
    '[OP-12] one that sees no other process is refused too, takes nothing from the first, and is let in after its kill -9',
    async () => {
      const before = alone ?? [];
      const env = { CAIRN_SERVER_DATA: await homeForTest(), CAIRN_SETUP_TOKEN: SETUP_TOKEN };
      const first = await started(env, before);
      const { request } = createWorld(createMemorySyncStore(), 'embedded/apart').vaultRequest();
      const made = await callServer(first.url, 'POST', '/v1/vaults', { token: SETUP_TOKEN, body: request });
      expect(made.status).toBe(201);
      for (const args of [[], ['migrate']]) {
        const second = await runServer({ ...env, CAIRN_SERVER_PORT: '0' }, args, undefined, before);
        expect(second).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/in use by process 1 on \S+\./),
        });
      }
      // Through the socket of the first, which is still there.
      const asked = await runServer(env, ['admin', 'vaults', '--json'], undefined, before);
      expect(asked).toMatchObject({ code: 0, stderr: '' });
      await first.kill('SIGKILL');
      const third = await started(env, before);
      expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
      await third.kill('SIGKILL');
      const verified = await runServer(env, ['admin', 'verify'], undefined, before);
      expect(verified).toMatchObject({ code: 0, stderr: '' });
    },
  );

  test('[OP-12] a server that answers without the lock, as older ones do, is neither passed nor robbed of its socket', async () => {
    const folder = await homeForTest();
    const socket = join(folder, 'admin.sock');
    const older = createServer().listen(socket);
    await once(older, 'listening');
    const second = await runServer({ CAIRN_SERVER_DATA: folder, CAIRN_SERVER_PORT: '0' });
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('in use by a server') });
    expect(await readdir(folder)).toContain('admin.sock');
    older.close();
  });
});
