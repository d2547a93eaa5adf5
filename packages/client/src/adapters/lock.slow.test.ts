import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { lockHolder, takeLock } from './lock.ts';

/** A process that takes the lock, writes what it got, and keeps it until `takers` have written, or it is killed. */
const taker = (lock: string, journal: string, takers: number) => {
  const code = `
    import { appendFileSync, readFileSync } from 'node:fs';
    import { takeLock } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    const outcome = takeLock(${JSON.stringify(lock)});
    appendFileSync(${JSON.stringify(journal)}, outcome.kind + ' ' + process.pid + '\\n');
    if (outcome.kind === 'taken') {
      const looking = setInterval(() => {
        if (readFileSync(${JSON.stringify(journal)}, 'utf8').split('\\n').length <= ${takers}) return;
        clearInterval(looking);
        outcome.release();
      }, 10);
    }
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};

const ended = (child: ReturnType<typeof taker>): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
  });

const linesOf = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];

const deadHolder = (pid: number, nonce: string): string => JSON.stringify({ pid, start: 'long ago', nonce });

test('20 processes at once: one has the lock, and no draft of it is left', async () => {
  const home = await homeForTest();
  const [lock, journal] = [join(home, 'daemon.lock'), join(home, 'journal')];
  const children = Array.from({ length: 20 }, () => taker(lock, journal, 20));
  await Promise.all(children.map(ended));
  const lines = linesOf(journal);
  expect(lines.filter((line) => line.startsWith('taken'))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('held'))).toHaveLength(19);
  expect(readdirSync(home)).toEqual(['journal']);
});

test('a dead lock is taken over by exactly one of many, again and again', async () => {
  const home = await homeForTest();
  for (let round = 0; round < 4; round++) {
    const [lock, journal] = [join(home, `${round}.lock`), join(home, `${round}.journal`)];
    writeFileSync(lock, deadHolder(999_999_999, `dead-${round}`));
    const children = Array.from({ length: 8 }, () => taker(lock, journal, 8));
    await Promise.all(children.map(ended));
    expect(linesOf(journal).filter((line) => line.startsWith('taken'))).toHaveLength(1);
  }
  expect(readdirSync(home).filter((name) => !name.endsWith('.journal'))).toEqual([]);
});

test('a holder that was killed holds nothing, zombie or not', async () => {
  const home = await homeForTest();
  const [lock, journal] = [join(home, 'daemon.lock'), join(home, 'journal')];
  const child = taker(lock, journal, 2);
  await waitUntil(() => linesOf(journal).length === 1, { timeoutMs: 60_000, what: 'the lock' });
  expect(lockHolder(lock)).toBe(child.pid);
  child.kill('SIGKILL');
  await ended(child);
  expect(lockHolder(lock)).toBeNull();
  expect(takeLock(lock).kind).toBe('taken');
});
