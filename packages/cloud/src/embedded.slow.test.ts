import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pullResponse, pushResponse } from '@cairn/schema';
import { openNetworkDrive } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { afterAll, describe, expect, test } from 'vitest';
import { serverForTest, vaultAt } from './testing/server-for-test.ts';
import { apart, callServer, openEvents, runServer, type ServerProcess } from './testing/server-process.ts';
import { itemOf, SETUP_TOKEN } from './testing/sync-world.ts';

const drive = await openNetworkDrive();
afterAll(() => drive?.remove());

const DEVICES = 10;
const PUSHES = 10;
const ITEMS = 100;

/** The most memory that the process ever had, as the kernel counts it. */
const peakMiB = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** A device with a vault of its own: a stream, pushes, and a pull of everything. */
const useServer = async ({ url }: ServerProcess, seed: string): Promise<void> => {
  const { world, info, identity } = await vaultAt(url, seed);
  let { anchor } = info;
  const { token } = identity;
  const events = await openEvents(url, token);
  for (let pushNo = 1; pushNo <= PUSHES; pushNo += 1) {
    const items = Array.from({ length: ITEMS }, (_, at) =>
      itemOf({ entity: world.newMemory(), hlc: world.stamp(identity.device.id, pushNo * ITEMS + at) }),
    );
    const body = { epoch: info.epoch, anchor, pushNo, items };
    const pushed = await callServer(url, 'POST', '/v1/push', { token, body });
    anchor = pushResponse.parse(pushed.json).anchor;
  }
  const pulled = await callServer(url, 'GET', '/v1/pull?limit=5000&empty=1', { token });
  expect(pullResponse.parse(pulled.json).items).toHaveLength(PUSHES * ITEMS);
  await events.stop();
};

describe('the embedded database', () => {
  test('[OP-22] is made only where none was, which is said, and never in the place of one that is gone', async () => {
    const folder = await homeForTest();
    const env = { CAIRN_SERVER_DATA: folder, CAIRN_SERVER_PORT: '0' };
    const database = join(folder, 'database');
    await mkdir(database);
    for (const command of [[], ['migrate'], ['admin', 'vaults']]) {
      const refused = await runServer(env, command);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(`${database} has no database in it`);
      expect(refused.stdout).not.toContain('setup token');
    }
    expect(await readdir(database)).toEqual([]);
    await rmdir(database);
    const server = await serverForTest(env);
    expect(server.stdout()).toContain(`making a new embedded database in ${folder} …\n`);
  });

  test('[OP-12] a second opener of the embedded database is told who has it, and the first goes on', async () => {
    const folder = await homeForTest();
    const server = await serverForTest({ CAIRN_SERVER_DATA: folder });
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
      const first = await serverForTest(env, before);
      await vaultAt(first.url, 'embedded/apart');
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
      const third = await serverForTest(env, before);
      expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
      await third.kill('SIGKILL');
      const verified = await runServer(env, ['admin', 'verify'], undefined, before);
      expect(verified).toMatchObject({ code: 0, stderr: '' });
    },
  );

  test.skipIf(alone === null || drive === null)(
    '[OP-21] on a drive that tells one mount nothing of the locks of another, a second server is refused, and let in after a kill -9',
    async () => {
      const before = alone ?? [];
      const machine = () => ({ CAIRN_SERVER_DATA: `${drive?.mount()}/data`, CAIRN_SERVER_PORT: '0' });
      const [one, two] = [machine(), machine()];
      const first = await serverForTest(one, before);
      for (const env of [one, two])
        expect(await runServer(env, [], undefined, before)).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/in use by process 1 on \S+\./),
        });
      await first.kill('SIGKILL');
      const second = await serverForTest(two, before);
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
      await second.kill('SIGKILL');
      expect(await runServer(two, ['admin', 'verify'], undefined, before)).toMatchObject({ code: 0 });
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

  test.runIf(process.platform === 'linux')(
    '[OP-14] the server makes a database, serves ten devices with streams, and never takes 384 MiB; a start takes less than 256',
    async () => {
      const env = {
        CAIRN_SERVER_DATA: await homeForTest(),
        CAIRN_REGISTRATION: 'open',
        CAIRN_SETUP_TOKEN: SETUP_TOKEN,
      };
      const server = await serverForTest(env);
      await Promise.all(
        Array.from({ length: DEVICES }, (_, index) => useServer(server, `embedded/${index}`)),
      );
      expect(peakMiB(server.pid)).toBeLessThan(384);
      await server.kill('SIGTERM');
      const again = await serverForTest(env);
      expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
      expect(peakMiB(again.pid)).toBeLessThan(256);
    },
  );
});
