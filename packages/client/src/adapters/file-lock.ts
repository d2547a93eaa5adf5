/** Lets at most one process open a database file, by whatever path. [SD-7] */
import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { takeLock } from './lock.ts';

export type FileLock =
  | { readonly kind: 'taken'; release(): void }
  | { readonly kind: 'held'; readonly pid: number };

/** Takes the locks of a file and of the links that lead to it. Its folder exists. Throws the file system's errors. */
export const lockFile = (file: string): FileLock => lockAll(namesOf(file));

/** Takes the locks behind a link, for a holder of the link's own lock. Takes none if the file is no link. Throws like `lockFile`. */
export const lockTarget = (file: string): FileLock => lockAll(namesOf(file).slice(1));

const lockAll = (files: readonly string[]): FileLock => {
  const taken: (() => void)[] = [];
  const release = (): void => {
    for (const one of taken) one();
  };
  try {
    for (const path of new Set(files.map(lockPathOf))) {
      const lock = takeLock(path);
      if (lock.kind === 'taken') {
        taken.push(lock.release);
        continue;
      }
      release();
      return lock;
    }
  } catch (error) {
    release();
    throw error;
  }
  return { kind: 'taken', release };
};

/** Returns the paths of the links and, last, of the file itself. The file may be missing. Folders are without links. */
const namesOf = (file: string): readonly string[] => {
  // Throws for links that lead to each other.
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
  const path = join(realpathSync.native(dirname(file)), basename(file));
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return [path, ...namesOf(resolve(dirname(path), readlinkSync(path)))];
  // Returns the spelling on the disk, because a disk may ignore case.
  return [isThere ? realpathSync.native(path) : path];
};

/** Returns the lock's path. The databases of the daemon and its scopes have the daemon's lock. */
const lockPathOf = (file: string): string => {
  if (basename(file).toLowerCase() !== 'cairn.db') return `${file}.lock`;
  const folder = dirname(file);
  const above = dirname(folder);
  const home = basename(above).toLowerCase() === 'scopes' ? dirname(above) : folder;
  return join(home, 'daemon.lock');
};
