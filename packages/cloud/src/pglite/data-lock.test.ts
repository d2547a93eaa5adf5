import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { startNeglectedChild, waitUntil } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takeDataLock } from './data-lock.ts';
import { identityOf, isSameProcess } from './process-identity.ts';

const sleeper = () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
};

describe('the lock of a data folder', () => {
  test('is held by one, told to the other, and free again after a release', async () => {
    const path = `${await homeForTest()}/data/lock`;
    const one = takeDataLock(path);
    expect(one.ok).toBe(true);
    expect(takeDataLock(path)).toEqual({ ok: false, error: { holderPid: process.pid } });
    if (one.ok) one.value.release();
    expect(existsSync(path)).toBe(false);
    expect(takeDataLock(path).ok).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(['lock']);
  });

  test('is never taken from a live process, and is taken from a dead one', async () => {
    const path = `${await homeForTest()}/lock`;
    const child = sleeper();
    const pid = child.pid ?? 0;
    writeFileSync(path, JSON.stringify(identityOf(pid)));
    expect(takeDataLock(path)).toEqual({ ok: false, error: { holderPid: pid } });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(takeDataLock(path).ok).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  test('a guard that was left by a remover that was killed is passed, and nothing is left of it', async () => {
    const path = `${await homeForTest()}/lock`;
    const dead = JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' });
    const guard = `${path}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
    writeFileSync(path, dead);
    writeFileSync(guard, JSON.stringify({ pid: 2 ** 22 + 2, startedAt: '2' }));
    expect(takeDataLock(path).ok).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(['lock']);
  });

  test('a dead lock that somebody removes just now is his: who comes then is told so', async () => {
    const path = `${await homeForTest()}/lock`;
    const dead = JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' });
    const remover = sleeper().pid ?? 0;
    const guard = `${path}.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
    writeFileSync(path, dead);
    writeFileSync(guard, JSON.stringify(identityOf(remover)));
    expect(takeDataLock(path)).toEqual({ ok: false, error: { holderPid: remover } });
    expect(readFileSync(path, 'utf8')).toBe(dead);
  });

  test('a pid that was given to another process since counts as dead', async () => {
    const path = `${await homeForTest()}/lock`;
    const pid = sleeper().pid ?? 0;
    writeFileSync(path, JSON.stringify({ pid, startedAt: 'long ago' }));
    expect(takeDataLock(path).ok).toBe(true);
  });

  test('a lock that was cut short, or names nobody, does not lock for ever', async () => {
    for (const text of ['', '{"pid":', '{}', 'null']) {
      const path = `${await homeForTest()}/lock`;
      writeFileSync(path, text);
      expect(takeDataLock(path).ok).toBe(true);
    }
  });

  test.runIf(process.platform === 'linux')('a zombie counts as dead', async () => {
    const { pid, end } = await startNeglectedChild();
    onTestFinished(end);
    const identity = identityOf(pid);
    if (identity === null) throw new Error('the sleeper has no identity');
    const isAlive = isSameProcess(identity);
    process.kill(identity.pid, 'SIGKILL');
    expect(isAlive).toBe(true);
    await waitUntil(() => !isSameProcess(identity), { timeoutMs: 20_000, what: 'the zombie' });
    expect(() => process.kill(identity.pid, 0)).not.toThrow();
  });

  test('of many that find a dead holder at once, one gets it', async () => {
    const path = `${await homeForTest()}/lock`;
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }));
    const program = `
      import { takeDataLock } from ${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)};
      const lock = takeDataLock(${JSON.stringify(path)});
      console.log(lock.ok ? 'mine' : 'taken');
      setInterval(() => {}, 1000);`;
    const children = Array.from({ length: 5 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    onTestFinished(() => {
      for (const child of children) child.kill('SIGKILL');
    });
    const said = await Promise.all(
      children.map(async (child) => String((await once(child.stdout, 'data'))[0]).trim()),
    );
    expect(said.toSorted()).toEqual(['mine', 'taken', 'taken', 'taken', 'taken']);
  });
});
