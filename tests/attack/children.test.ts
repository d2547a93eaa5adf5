// Tests the watch that every attack runs under: it notices what it should, and the environments of a real daemon and its child.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { statusResult } from '@cairn/schema';
import { startModelHub, tempHome, waitUntil, wordModel } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { device, root } from '../e2e/cairn.ts';
import {
  environmentIn,
  securityTable,
  unlisted,
  unlistedVariables,
  watchChildren,
} from './support/children.ts';

const NO_PROC = !existsSync('/proc/self/task');
const TABLE = securityTable();
const RUNTIME = createRequire(join(root, 'packages/local-daemon/package.json')).resolve(
  'onnxruntime-web/ort-wasm-simd-threaded.wasm',
);

test.skipIf(NO_PROC)('[TR-11] a program that runs for a tenth of a second is seen', async () => {
  const watch = watchChildren([{ name: 'this test', pid: () => process.pid }]);
  const child = spawn('/bin/sleep', ['0.15']);
  await once(child, 'close');
  expect(watch.end()).toContain('this test runs another program: /bin/sleep 0.15');
});

test.skipIf(NO_PROC)('[TR-11] a program of the table is no other one while it starts or ends', async () => {
  const home = await tempHome('children');
  onTestFinished(() => home.remove());
  const program = join(home.path, 'embedder.js');
  writeFileSync(program, '0');
  const watch = watchChildren([{ name: 'this test', pid: () => process.pid }], 0);
  for (let round = 0; round < 20; round += 1)
    await once(spawn(process.execPath, [program], { env: {} }), 'close');
  expect(watch.end()).toEqual([]);
});

test.skipIf(NO_PROC)(
  '[TR-34] a program of the table that is given more than its row says is seen',
  async () => {
    const home = await tempHome('children');
    onTestFinished(() => home.remove());
    const program = join(home.path, 'embedder.js');
    writeFileSync(program, 'setTimeout(() => undefined, 400)');
    const seen = async (env: NodeJS.ProcessEnv): Promise<readonly string[]> => {
      const watch = watchChildren([{ name: 'this test', pid: () => process.pid }]);
      const child = spawn(process.execPath, [program], { env });
      await once(child, 'close');
      return watch.end().filter((fault) => fault.includes(program));
    };
    expect(await seen({})).toEqual([]);
    expect((await seen({ AWS_SECRET_ACCESS_KEY: 'x' })).join('\n')).toMatch(
      /child-embedder\.ts does not list: AWS_SECRET_ACCESS_KEY$/,
    );
  },
);

test.skipIf(NO_PROC)(
  '[TR-34] the daemon and its embedder have the variables of their rows, whatever their caller has',
  async () => {
    const caller = { AWS_SECRET_ACCESS_KEY: 'x', GITHUB_TOKEN: 'x', LD_PRELOAD: '', BASH_ENV: '/x' };
    const laptop = await device('laptop', { ...caller, CAIRN_EMBED: 'on' });
    onTestFinished(() => laptop.end());
    const hub = await startModelHub({ 'us/words': wordModel({ meanings: [['tea', 'chai']] }) });
    onTestFinished(() => hub.close());
    await laptop.run(['embedder', 'add', 'us/words', '--hub', hub.url, '--runtime', RUNTIME]);
    expect((await laptop.run(['up'])).code).toBe(0);
    const pid = laptop.pid();
    if (pid === null) throw new Error('no daemon runs');
    const listed = environmentIn(TABLE, 'packages/client/src/device/start-daemon.ts');
    expect(unlistedVariables(process.pid, []).length).toBeGreaterThan(0);
    expect(unlistedVariables(pid, listed)).toEqual([]);
    const watch = watchChildren([{ name: 'laptop', pid: () => laptop.pid() }]);
    await laptop.run(['save', 'Tea is green']);
    await waitUntil(
      async () => {
        const { embedder } = (await laptop.json(statusResult, ['status'])).models;
        return embedder?.pending === 0 && embedder.state === 'ready';
      },
      { timeoutMs: 100_000, everyMs: 500, what: 'the embedder to answer' },
    );
    expect(watch.end()).toEqual([]);
  },
);

test('[TR-34] the table says of each program which variables it is given, in words that are known', () => {
  for (const [, path = ''] of TABLE.matchAll(/^\| `(packages\/[^`]+)`.*$/gm))
    expect(() => environmentIn(TABLE, path), path).not.toThrow();
});

test('[TR-11] what may be seen during an attack stands in the table of docs/security.md', () => {
  expect(unlisted(TABLE)).toEqual([]);
});
