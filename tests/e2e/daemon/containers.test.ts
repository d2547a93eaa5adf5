// Two containers that share a home. Neither sees the processes of the other container, so a pid proves nothing.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, openNetworkDrive, waitUntil } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../cairn.ts';

const APART = [
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  ...['--pid', '--fork', '--mount-proc', '--kill-child'],
];
const isPossible = spawnSync('unshare', [...APART, 'true']).status === 0;

const drive = isPossible ? await openNetworkDrive() : null;
afterAll(() => drive?.remove());

const oneAtATime = async (home: string): Promise<void> => {
  // This is no device of the test's own kind, because the test would search for its daemon by a pid that means another process here.
  const env = { PATH: process.env.PATH, CAIRN_HOME: home, CAIRN_PORT: '0', CAIRN_EMBED: 'off' };
  /** Runs a command in a container. `before` starts processes that shift the pids, as a container's shell does. */
  const inContainer = (before: string, ...args: readonly string[]) => {
    const words = [
      ...APART,
      'sh',
      '-c',
      `${before} "$@"; exit $?`,
      'sh',
      join(root, 'bin', 'cairn'),
      ...args,
    ];
    const child = spawn('unshare', words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        said.text += part;
      });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { said, ended, pid: child.pid ?? 0 };
  };
  const first = inContainer('', 'daemon', 'run');
  onTestFinished(() => endProcess(first.pid));
  await waitUntil(() => existsSync(join(home, 'daemon.json')), {
    timeoutMs: 60_000,
    what: 'the first daemon',
  });

  const second = inContainer('true; true;', 'daemon', 'run');
  expect(await second.ended, second.said.text).toBe(0);
  expect(second.said.text).toContain('already runs here, in another container');
  const save = inContainer('true;', 'save', 'from the second container');
  expect(await save.ended).not.toBe(0);
  expect(save.said.text).toContain('A daemon in another container has the memories');

  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  const again = inContainer('true;', 'save', 'after the end of the first one');
  expect(await again.ended, again.said.text).toBe(0);
};

test.skipIf(!isPossible)(
  'a daemon in another container keeps the database until it ends, also by kill -9',
  async () => oneAtATime(await homeForTest('containers')),
);

test.skipIf(drive === null)('so it does in a folder of a network drive', async () => {
  const home = join(drive?.mount() ?? '', 'home');
  mkdirSync(home, { mode: 0o700 });
  await oneAtATime(home);
});
