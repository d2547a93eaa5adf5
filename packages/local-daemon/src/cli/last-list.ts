/** Remembers the last list on this terminal, so that `@2` means its second row. Keeps only ids, in a small file per terminal. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok, orElse, type Result } from '@cairn/schema';
import { type Failure, misuse } from './failure.ts';
import type { Io } from './io.ts';

const FOLDER = 'lists';
/** More terminals than a person has open. */
const TERMINALS_MAX = 30;

/** Returns whether the list is remembered: only a person's terminal has rows to refer to. */
export const rememberList = (list: readonly { readonly id: string }[], io: Io): boolean => {
  if (io.terminal === null || !io.isOutTerminal || io.json) return false;
  const folder = join(io.paths.home, FOLDER);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, io.terminal), list.map(({ id }) => id).join('\n'), { mode: 0o600 });
    endOldest(folder);
    return list.length > 0;
  } catch {
    // If nothing can be written, ids are shown whole.
    return false;
  }
};

const endOldest = (folder: string): void => {
  const files = readdirSync(folder).map((name) => join(folder, name));
  if (files.length <= TERMINALS_MAX) return;
  const byAge = files.map((file) => ({ file, at: statSync(file).mtimeMs })).toSorted((a, b) => b.at - a.at);
  for (const { file } of byAge.slice(TERMINALS_MAX)) rmSync(file, { force: true });
};

/** Returns the id in a row of the list, counted from 1. */
export const rowOfList = (row: number, io: Io): Result<string, Failure> => {
  const ids = lastList(io);
  const id = ids[row - 1];
  if (id !== undefined) return ok(id);
  return misuse(
    ids.length === 0
      ? `@${row} is a row of the last list on this terminal, but there was no list. \`cairn list\` shows one.`
      : `The last list on this terminal ends with @${ids.length}.`,
  );
};

const lastList = (io: Io): readonly string[] => {
  if (io.terminal === null) return [];
  const file = join(io.paths.home, FOLDER, io.terminal);
  // Without a file, no list was shown here yet.
  return orElse(() => readFileSync(file, 'utf8'), '')
    .split('\n')
    .filter(Boolean);
};
