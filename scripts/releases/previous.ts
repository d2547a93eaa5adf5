// node scripts/run.mjs exec node scripts/releases/previous.ts [CHECKOUT]: lets a released program open a device that this program filled.
// It must read everything and write nothing, and this program must be able to go on. CHECKOUT is a worktree after `npm run setup`. By
// default, the newest release with fixtures is built from git.

import { deepEqual, equal, match } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readContents } from '../../tests/releases/contents.ts';
import { olderProgramFolder } from '../../tests/torture/older.ts';
import { root } from '../paths.mjs';
import { deviceAt, fill, WORK } from './device.ts';

const olderFolder = (): string => {
  const folder = olderProgramFolder((line) => void process.stdout.write(`${line}\n`));
  if (typeof folder === 'string') return folder;
  throw new Error(folder.why);
};
const checkout = process.argv[2] ?? olderFolder();
const hash = (): string =>
  createHash('sha256')
    .update(readFileSync(join(WORK, 'laptop/cairn.db')))
    .digest('hex');

const main = async (): Promise<void> => {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK, { recursive: true });
  const [here, previous] = [deviceAt(root, 'laptop'), deviceAt(checkout, 'laptop')];
  try {
    await fill(here);
    const expected = await readContents(here.ask);
    await here.cairn(['down']);
    const before = hash();
    // Releases up to eaad317 report a damaged file for the history of a memory that itself names what it replaced (RL-1). Unlike this
    // program, they do not leave out rows that they cannot read (TR-6). They read everything else.
    const { histories, ...all } = await readContents(previous.ask);
    deepEqual({ ...all, histories: expected.histories }, expected);
    process.stdout.write(`histories: ${histories.length} of ${expected.histories.length}\n`);
    const refused = await previous.cairn(['save', 'Too late']).then(
      () => 'it was saved',
      (error: unknown) => String(error),
    );
    match(refused, /newer version of Cairn/);
    await previous.cairn(['down']);
    equal(hash(), before);
    deepEqual(await readContents(here.ask), expected);
    await here.json(['save', 'Goes on']);
  } finally {
    for (const one of [here, previous]) await one.cairn(['down']).catch(() => undefined);
    rmSync(WORK, { recursive: true, force: true });
  }
  process.stdout.write('read whole, refused what was new, changed nothing\n');
};

await main();
