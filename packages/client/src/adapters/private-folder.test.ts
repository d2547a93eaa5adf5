import fs, { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { tempHome } from '@cairn/test-support';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePrivateFolder } from './private-folder.ts';

test('a folder is made with all that is missing above it, for its owner only, and once', async () => {
  const home = await tempHome('folder');
  onTestFinished(home.remove);
  const path = join(home.path, 'a', 'b', 'c');
  makePrivateFolder(path);
  makePrivateFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
  expect(statSync(join(home.path, 'a')).mode & 0o777).toBe(0o700);
  mkdirSync(join(home.path, 'open'), { mode: 0o755 });
  makePrivateFolder(join(home.path, 'open'));
  expect(statSync(join(home.path, 'open')).mode & 0o777).toBe(0o755);
});

test('another process may make the folder above it at the same time', async () => {
  const home = await tempHome('folder');
  onTestFinished(home.remove);
  const [path, above] = [join(home.path, 'a', 'b'), join(home.path, 'a')];
  vi.spyOn(fs, 'mkdirSync').mockImplementationOnce(() => {
    mkdirSync(above);
    throw Object.assign(new Error('no such file or directory'), { code: 'ENOENT' });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  makePrivateFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

test('a file in its place or in its way is an error', async () => {
  const home = await tempHome('folder');
  onTestFinished(home.remove);
  writeFileSync(join(home.path, 'file'), '');
  expect(() => makePrivateFolder(join(home.path, 'file'))).toThrow('EEXIST');
  expect(() => makePrivateFolder(join(home.path, 'file', 'below'))).toThrow('ENOTDIR');
});

test.runIf(process.platform === 'linux')(
  'a file system that makes none ends in an error, not in a loop',
  () => {
    expect(() => makePrivateFolder('/proc/nobody/here')).toThrow('ENOENT');
  },
);
