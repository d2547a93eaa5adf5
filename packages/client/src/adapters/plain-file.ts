/** Files of this device, where people and programs put other things: a folder, a pipe, a device. Light: on the way of every command. [RL-44] */
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, statSync } from 'node:fs';

/** A pipe and a device, which may keep a reader for ever or never end, read as empty. Throws what the system says. */
export const readPlain = (path: string): string => {
  const found = statSync(path);
  return found.isFile() || found.isDirectory() ? readFileSync(path, 'utf8') : '';
};

/** Neither a file nor a link to one. False: nothing is there. */
export const isInTheWay = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === false;

/** Moves aside what is in the place of a file, and keeps it. Where it is now; null: nothing was in the way. */
export const clearWay = (path: string): string | null => {
  if (!isInTheWay(path)) return null;
  const aside = `${path}.in-the-way-${randomBytes(4).toString('hex')}`;
  renameSync(path, aside);
  return aside;
};
