import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { createBackupFolder } from './backup-folder.ts';

test('[ST-4] only a folder that is not there is empty; one that cannot be read is an error', async () => {
  const home = await homeForTest();
  const at = join(home, 'backups');
  const folder = createBackupFolder(at, join(home, 'cairn.db'));
  expect(folder.isEmpty()).toBe(true);
  writeFileSync(at, 'a file');
  expect(folder.isEmpty()).toBe(true);
  rmSync(at);
  // Not even root can read it.
  symlinkSync(at, at);
  expect(() => folder.isEmpty()).toThrow('ELOOP');
  rmSync(at);
  mkdirSync(at);
  writeFileSync(join(at, 'cairn-2026-07-11T10-00-00-000Z.db'), 'copy');
  expect([folder.isEmpty(), folder.list().length]).toEqual([false, 1]);
});
