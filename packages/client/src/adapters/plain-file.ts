/**
 * Reads files at paths where a folder, a pipe or a device may be instead. Every command loads this module, so it imports little. [RL-44]
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, statSync } from 'node:fs';

/** Returns the text of a file. Empty for a pipe or a device, because a read might never end. Throws the system's errors. */
export const readPlain = (path: string): string => {
  const found = statSync(path);
  return found.isFile() || found.isDirectory() ? readFileSync(path, 'utf8') : '';
};

/** Returns true if something that is not a file is at the path. False if nothing is there. */
export const isInTheWay = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === false;

/** Renames what is in the place of a file. Returns its new path, or null if nothing was in the way. */
export const clearWay = (path: string): string | null => {
  if (!isInTheWay(path)) return null;
  const aside = `${path}.in-the-way-${randomBytes(4).toString('hex')}`;
  renameSync(path, aside);
  return aside;
};
