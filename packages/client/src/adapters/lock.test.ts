import { cpSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { afterEach, expect, test, vi } from 'vitest';
import { lockHolder, takeLock } from './lock.ts';
import { processStart } from './process-identity.ts';
import { findProgram } from './programs.ts';

const platform = process.platform;
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  vi.unstubAllEnvs();
});

const deadHolder = (pid: number, nonce: string): string => JSON.stringify({ pid, start: 'long ago', nonce });

test('a lock that is held is refused and names its holder; released, it is free', async () => {
  const lock = join(await homeForTest(), 'daemon.lock');
  const first = takeLock(lock);
  expect(first.kind).toBe('taken');
  expect(lockHolder(lock)).toBe(process.pid);
  expect(takeLock(lock)).toEqual({ kind: 'held', pid: process.pid });
  if (first.kind === 'taken') first.release();
  expect(lockHolder(lock)).toBeNull();
  expect(takeLock(lock).kind).toBe('taken');
});

test('a living pid with another start is another process', async () => {
  const lock = join(await homeForTest(), 'daemon.lock');
  writeFileSync(lock, deadHolder(process.pid, 'reused'));
  expect(lockHolder(lock)).toBeNull();
  expect(takeLock(lock).kind).toBe('taken');
  writeFileSync(
    `${lock}2`,
    JSON.stringify({ pid: process.pid, start: processStart(process.pid, 'local'), nonce: 'own' }),
  );
  expect(takeLock(`${lock}2`)).toEqual({ kind: 'held', pid: process.pid });
});

test('a guard that was left by a killed remover is passed', async () => {
  const lock = join(await homeForTest(), 'daemon.lock');
  writeFileSync(lock, deadHolder(999_999_999, 'first'));
  writeFileSync(`${lock}.first`, deadHolder(999_999_998, 'second'));
  writeFileSync(`${lock}.first.second`, deadHolder(999_999_997, 'third'));
  expect(takeLock(lock).kind).toBe('taken');
  expect(existsSync(`${lock}.first`)).toBe(false);
});

test('a lock whose content was lost in a power cut is dead', async () => {
  const lock = join(await homeForTest(), 'daemon.lock');
  writeFileSync(lock, '');
  expect(lockHolder(lock)).toBeNull();
  expect(takeLock(lock).kind).toBe('taken');
});

test('a release removes only its own lock', async () => {
  const lock = join(await homeForTest(), 'daemon.lock');
  const mine = takeLock(lock);
  writeFileSync(
    lock,
    JSON.stringify({ pid: process.pid, start: processStart(process.pid, 'local'), nonce: 'other' }),
  );
  if (mine.kind === 'taken') mine.release();
  expect(lockHolder(lock)).toBe(process.pid);
});

test.skipIf(findProgram('ps') === null)('a lock is held for a program with another time zone', async () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  const lock = join(await homeForTest(), 'daemon.lock');
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(takeLock(lock).kind).toBe('taken');
  const old = JSON.stringify({ pid: process.pid, start: processStart(process.pid, 'local'), nonce: 'old' });
  writeFileSync(`${lock}2`, old);
  expect(lockHolder(`${lock}2`)).toBe(process.pid);
  vi.stubEnv('TZ', 'America/New_York');
  expect(lockHolder(lock)).toBe(process.pid);
});

test('a lock that was copied with its folder is dead, and a moved one is held', async () => {
  const home = await homeForTest();
  const first = join(home, 'first');
  const copy = join(home, 'copy');
  const moved = join(home, 'moved');
  mkdirSync(first);
  const taken = takeLock(join(first, 'daemon.lock'));
  cpSync(first, copy, { recursive: true });
  expect(lockHolder(join(copy, 'daemon.lock'))).toBeNull();
  expect(lockHolder(join(first, 'daemon.lock'))).toBe(process.pid);
  symlinkSync(first, join(home, 'link'));
  expect(lockHolder(join(home, 'link', 'daemon.lock'))).toBe(process.pid);
  expect(takeLock(join(copy, 'daemon.lock')).kind).toBe('taken');
  renameSync(first, moved);
  expect(lockHolder(join(moved, 'daemon.lock'))).toBe(process.pid);
  // A file in the folder's place stands for a folder of another user, because a test may run as root.
  writeFileSync(first, '');
  expect(lockHolder(join(moved, 'daemon.lock'))).toBe(process.pid);
  expect(taken.kind).toBe('taken');
});
