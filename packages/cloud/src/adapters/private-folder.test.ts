import { existsSync, statSync, writeFileSync } from 'node:fs';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { makePrivateFolder } from './private-folder.ts';

test('a folder is made with those above it, closed to other users, and may be there already', async () => {
  const folder = `${await homeForTest()}/a/b`;
  makePrivateFolder(folder);
  makePrivateFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(`${folder}/file`, '');
  for (const inTheWay of ['file', 'file/c'])
    expect(() => makePrivateFolder(`${folder}/${inTheWay}`)).toThrow(/EEXIST|ENOTDIR/);
});

test.runIf(existsSync('/proc/self'))('a folder that cannot be made below /proc is refused at once', () => {
  expect(() => makePrivateFolder('/proc/cairn/data')).toThrow('ENOENT');
});
