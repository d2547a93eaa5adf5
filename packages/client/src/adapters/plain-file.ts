/** Files of this device, where people and programs put other things: a folder, a named pipe. Light: on the way of every command. [RL-44] */
import { randomBytes } from 'node:crypto';
import { constants, lstatSync, readFileSync, renameSync } from 'node:fs';

/** A pipe that nobody writes into reads as empty, and keeps nobody waiting. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Throws what the system says. */
export const readPlain = (path: string): string => readFileSync(path, { encoding: 'utf8', flag: READ });

/** Neither a file nor a link to one. False: nothing is there. */
export const isInTheWay = (path: string): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isSymbolicLink();
};

/** Moves aside what is in the place of a file, and keeps it. Where it is now; null: nothing was in the way. */
export const clearWay = (path: string): string | null => {
  if (!isInTheWay(path)) return null;
  const aside = `${path}.in-the-way-${randomBytes(4).toString('hex')}`;
  renameSync(path, aside);
  return aside;
};
