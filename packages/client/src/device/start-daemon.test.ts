import { writeFileSync } from 'node:fs';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { resolvePaths } from './paths.ts';
import { endByLock } from './start-daemon.ts';

/** Makes this process the daemon, and answers signals to it as the system does. */
const refusing = async (code: 'EPERM' | 'ESRCH') => {
  const home = await homeForTest();
  const paths = resolvePaths({ env: { CAIRN_HOME: home }, homeDir: home, platform: 'linux', cwd: '/' });
  const lock = { pid: process.pid, start: 'unknown', nonce: 'ffffffffffffffff', role: 'daemon' };
  writeFileSync(paths.lock, JSON.stringify(lock));
  const kill = vi.spyOn(process, 'kill').mockImplementation((_, signal) => {
    if (signal === 0) return true;
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  onTestFinished(() => kill.mockRestore());
  return paths;
};

test('[RL-21] a daemon of another user is not stopped, and a sentence says why', async () => {
  expect(await endByLock(await refusing('EPERM'))).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining(`(pid ${process.pid}) belongs to another user`) },
  });
});

test('[RL-21] a daemon that ends before the signal has ended', async () => {
  expect(await endByLock(await refusing('ESRCH'))).toEqual({ ok: true, value: process.pid });
});
