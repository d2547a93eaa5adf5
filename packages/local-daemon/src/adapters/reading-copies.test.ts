import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempHome } from '@cairn/test-support';
import { expect, test } from 'vitest';
import { copyName, removeLeftCopies } from './reading-copies.ts';

test('[RL-22] a copy that a killed command left is deleted, and no copy that is read here or in another container', async () => {
  const { path, remove } = await tempHome('copies');
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  const read = [`${copyName()}b2`, `cairn-reading-${process.pid}-c3`, `cairn-reading-${ended}-77-d4`];
  const left = [copyName().replace(`${process.pid}`, `${ended}`), `cairn-reading-${ended}-a1`];
  const old = `cairn-reading-${ended}-77-e5`;
  for (const name of ['cairn-reading-notes', old, ...read, ...left]) {
    mkdirSync(join(path, name));
    writeFileSync(join(path, name, 'cairn.db'), 'words');
  }
  const nowMs = Date.now();
  utimesSync(join(path, old), 0, nowMs / 1_000 - 90_000);
  removeLeftCopies([join(path, 'none'), path], nowMs);
  expect(readdirSync(path).sort()).toEqual(['cairn-reading-notes', ...read].sort());
  await remove();
});
