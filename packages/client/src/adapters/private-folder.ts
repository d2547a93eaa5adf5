import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { orElse, systemCodeOf } from '@cairn/schema';

const OWNER_ONLY = 0o700;

/**
 * Makes a folder and all missing folders above it. Throws the system's errors. Node's `recursive` is not used: it retries forever on a
 * file system that answers "no such folder" to making one, such as /proc.
 */
export const makePrivateFolder = (path: string): void => {
  try {
    makeOne(path);
  } catch (error) {
    const above = dirname(path);
    if (systemCodeOf(error) !== 'ENOENT' || above === path) throw error;
    // Tried again even if the folder above is there now: another process may just have made it.
    makePrivateFolder(above);
    makeOne(path);
  }
};

const makeOne = (path: string): void => {
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
};

/** Returns false for a path that cannot be looked at, too. */
export const isFolder = (path: string): boolean =>
  orElse(() => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true, false);
