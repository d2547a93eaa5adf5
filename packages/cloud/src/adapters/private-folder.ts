import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes a folder and all missing folders above it, closed to other users. Throws the system's errors. Node's `recursive` is not used: it
 * retries forever on a file system that answers "no such folder" to making one, such as /proc.
 */
export const makePrivateFolder = (path: string): void => {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
};
