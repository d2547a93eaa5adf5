import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { withLock } from '../../scripts/lock.mjs';

const lockModule = new URL('../../scripts/lock.mjs', import.meta.url).href;

/** Starts a process that takes the lock, reports it, and holds it until it is killed. */
const holder = async (path: string): Promise<ChildProcess> => {
  const code = `const { withLock } = await import(${JSON.stringify(lockModule)});
    const forever = () => new Promise(() => { console.log('held'); setInterval(() => {}, 1000); });
    await withLock(${JSON.stringify(path)}, () => {}, forever);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
};

const done = async (): Promise<string> => 'done';
const nobody = (): void => {
  throw new Error('waited for a lock that nobody holds');
};

describe('the lock of the set-up', () => {
  test('lets one work at a time', async () => {
    const path = join(await homeForTest(), 'lock');
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withLock(path, () => {}, work)));
    expect(most).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  test('is let go when the work fails', async () => {
    const path = join(await homeForTest(), 'lock');
    const fail = async (): Promise<never> => {
      throw new Error('no network');
    };
    await expect(withLock(path, nobody, fail)).rejects.toThrow('no network');
    expect(await withLock(path, nobody, done)).toBe('done');
  });

  test('is waited for while its holder lives, and taken from one that was killed', async () => {
    const path = join(await homeForTest(), 'lock');
    const child = await holder(path);
    const waitedFor: number[] = [];
    const sayWaiting = (pid: number): void => {
      waitedFor.push(pid);
      child.kill('SIGKILL');
    };
    expect(await withLock(path, sayWaiting, done)).toBe('done');
    expect(waitedFor).toEqual([child.pid]);
  });

  test('is not held by another process that got the same pid later', async () => {
    const path = join(await homeForTest(), 'lock');
    const child = await holder(path);
    const { start } = JSON.parse(readFileSync(path, 'utf8'));
    child.kill('SIGKILL');
    await once(child, 'exit');
    writeFileSync(path, JSON.stringify({ pid: process.pid, start }));
    expect(await withLock(path, nobody, done)).toBe('done');
  });

  test('is not held by a file that says nothing', async () => {
    const path = join(await homeForTest(), 'lock');
    writeFileSync(path, '');
    expect(await withLock(path, nobody, done)).toBe('done');
  });
});
