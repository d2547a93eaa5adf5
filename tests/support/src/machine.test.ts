import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';
import { pidAlive, startNeglectedChild } from './process-state.ts';
import { tempHome } from './temp-home.ts';
import { homeForTest } from './vitest.ts';
import { waitUntil } from './wait-until.ts';

test('a free port can be bound', async () => {
  const server = createServer();
  server.listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  server.close();
});

test('a temporary home is there, and gone after the block', async () => {
  let path: string;
  {
    await using home = await tempHome();
    path = home.path;
    expect(existsSync(path)).toBe(true);
  }
  expect(existsSync(path)).toBe(false);
  expect(existsSync(await homeForTest())).toBe(true);
});

test('a process is alive until it ended, and a pid that nobody has is dead', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const pid = child.pid ?? 0;
  expect(pidAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(pidAlive(pid)).toBe(false);
  expect(pidAlive(2 ** 22 + 1)).toBe(false);
});

test.runIf(process.platform === 'linux')('a zombie is dead', async () => {
  const { pid, end } = await startNeglectedChild();
  onTestFinished(end);
  expect(pidAlive(pid)).toBe(true);
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !pidAlive(pid), { timeoutMs: 20_000, what: 'the zombie' });
  expect(() => process.kill(pid, 0)).not.toThrow();
});

test('waiting gives the answer, or says what was awaited', async () => {
  let calls = 0;
  const third = (): number | null => {
    calls += 1;
    return calls === 3 ? calls : null;
  };
  expect(await waitUntil(third, { timeoutMs: 1_000, what: 'three', everyMs: 1 })).toBe(3);
  await expect(waitUntil(() => null, { timeoutMs: 5, what: 'nothing', everyMs: 1 })).rejects.toThrow(
    'timed out after 5 ms waiting for nothing',
  );
});
