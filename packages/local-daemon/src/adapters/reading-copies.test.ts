import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempHome } from '@cairn/test-support';
import { expect, test } from 'vitest';
import { removeLeftCopies } from './reading-copies.ts';

test('[RL-22] a copy that a killed command left is deleted, and no copy that is read', async () => {
  const { path, remove } = await tempHome('copies');
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  for (const name of [
    `cairn-reading-${ended}-a1`,
    `cairn-reading-${process.pid}-b2`,
    'cairn-reading-notes',
  ]) {
    mkdirSync(join(path, name));
    writeFileSync(join(path, name, 'cairn.db'), 'words');
  }
  removeLeftCopies([join(path, 'none'), path]);
  expect(readdirSync(path).sort()).toEqual([`cairn-reading-${process.pid}-b2`, 'cairn-reading-notes']);
  await remove();
});
