import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { type FileLock, lockFile, lockTarget } from './file-lock.ts';
import { takeLock } from './lock.ts';

const release = (lock: FileLock): void => {
  if (lock.kind === 'taken') lock.release();
};

test('[SD-7] a file has one lock, by its path, a link to it, and a link to its folder', async () => {
  const home = await homeForTest();
  const folder = join(home, 'folder');
  mkdirSync(folder);
  symlinkSync(folder, join(home, 'other'));
  symlinkSync('second.db', join(home, 'first.db'));
  // The file is missing at first, and opening a link then makes its target.
  symlinkSync(join('folder', 'own.db'), join(home, 'second.db'));
  const paths = ['folder/own.db', 'other/own.db', 'first.db', 'second.db'].map((name) => join(home, name));
  for (const isThere of [false, true]) {
    if (isThere) writeFileSync(join(folder, 'own.db'), '');
    for (const one of paths) {
      const lock = lockFile(one);
      expect(paths.map((path) => lockFile(path).kind)).toEqual(['held', 'held', 'held', 'held']);
      release(lock);
    }
  }
  expect(readdirSync(folder)).toEqual(['own.db']);
  expect(readdirSync(home).toSorted()).toEqual(['first.db', 'folder', 'other', 'second.db']);
});

test('[SD-7] a link to the daemon’s database, or from it, has the daemon’s lock', async () => {
  const home = await homeForTest();
  for (const [link, file] of [
    ['link.db', 'cairn.db'],
    ['sub/cairn.db', 'file.db'],
    ['scope.db', 'scopes/work/cairn.db'],
  ] as const) {
    for (const name of ['sub', 'scopes/work']) mkdirSync(join(home, name), { recursive: true });
    writeFileSync(join(home, file), '');
    symlinkSync(join(home, file), join(home, link));
    const daemon = takeLock(join(home, link === 'sub/cairn.db' ? 'sub' : '', 'daemon.lock'), 'daemon');
    expect(lockFile(join(home, link))).toEqual({ kind: 'held', pid: process.pid });
    if (daemon.kind === 'taken') daemon.release();
    const lock = lockFile(join(home, link));
    expect(lock.kind).toBe('taken');
    release(lock);
  }
});

test('[SD-7] the holder of a link’s lock takes only the locks behind it', async () => {
  const home = await homeForTest();
  const link = join(home, 'cairn.db');
  const none = lockTarget(link);
  symlinkSync('own.db', link);
  const target = lockTarget(link);
  expect(readdirSync(home)).toEqual(['cairn.db', 'own.db.lock']);
  expect(lockFile(join(home, 'own.db')).kind).toBe('held');
  for (const lock of [none, target]) release(lock);
});

test('[SD-7] links that lead to each other are an error, and leave no lock', async () => {
  const home = await homeForTest();
  symlinkSync('b.db', join(home, 'a.db'));
  symlinkSync('a.db', join(home, 'b.db'));
  expect(() => lockFile(join(home, 'a.db'))).toThrow('ELOOP');
  expect(readdirSync(home)).toEqual(['a.db', 'b.db']);
});
