/** A server that fills its own disk, which is a small file system in memory. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pushResponse } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { serverForTest, vaultAt } from './testing/server-for-test.ts';
import { callServer, runServer } from './testing/server-process.ts';
import { itemOf, SETUP_TOKEN } from './testing/sync-world.ts';

const mount = (...words: readonly string[]): boolean => spawnSync('mount', words).status === 0;

test('[OP-23] an embedded database that fills its disk refuses writes, answers on, and takes them when there is room', async (context) => {
  const folder = await homeForTest();
  if (!mount('-t', 'tmpfs', '-o', 'size=94m', 'tmpfs', folder))
    return context.skip('no small file system can be mounted here');
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  const env = { CAIRN_SERVER_DATA: folder, CAIRN_SETUP_TOKEN: SETUP_TOKEN };
  let server = await serverForTest(env);
  const { world, info, identity } = await vaultAt(server.url, 'full-disk');
  const { token } = identity;
  let { anchor } = info;
  let pushNo = 0;
  const push = async () => {
    const items = Array.from({ length: 60 }, (_, at) =>
      itemOf({
        entity: world.newMemory(),
        hlc: world.stamp(identity.device.id, 100 * pushNo + at + 1),
        payload: randomBytes(9_000).toString('base64url'),
      }),
    );
    const body = { epoch: info.epoch, anchor, pushNo: pushNo + 1, items };
    const answer = await callServer(server.url, 'POST', '/v1/push', { token, body });
    if (answer.status === 200) {
      pushNo += 1;
      ({ anchor } = pushResponse.parse(answer.json));
    }
    return answer.status;
  };
  let status = 200;
  for (let at = 0; at < 100 && status === 200; at += 1) status = await push();
  expect(status).toBe(503);
  await expect.poll(server.stderr).toContain('No space left on device');
  const asked = (path: string) => fetch(`${server.url}${path}`, { signal: AbortSignal.timeout(20_000) });
  const ready = await asked('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ writes: false, reason: expect.stringMatching(/disk/) });
  expect(await callServer(server.url, 'GET', '/v1/status', { token })).toMatchObject({
    status: 200,
    json: { registers: 60 * pushNo },
  });
  const backup = await runServer(env, ['admin', 'backup', `/dev/shm/cairn-full-${process.pid}.ndjson`]);
  spawnSync('rm', ['-f', `/dev/shm/cairn-full-${process.pid}.ndjson`]);
  expect(backup).toMatchObject({ code: 0 });
  expect(await push()).toBe(503);
  // Started again on a disk without any room, it says so; a start on one with a little serves reads.
  await server.kill('SIGKILL');
  const filler = join(folder, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']);
  const refused = await runServer({ ...env, CAIRN_SERVER_PORT: '0' });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('No space left on device') });
  spawnSync('rm', [filler]);
  server = await serverForTest(env);
  expect(await push()).toBe(503);
  expect(mount('-o', 'remount,size=200m', folder)).toBe(true);
  expect(await push()).toBe(200);
  expect(await server.kill('SIGTERM')).toBe(0);
});
