import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '@cairn/schema';

const OWNER_ONLY = 0o700;

/**
 * Makes a folder and all missing folders above it. Throws the system's errors. Node's `recursive` is not used: it retries forever on a
 * file system that answers "no such folder" to making one, such as /proc.
 */
export const makePrivateFolder = (path: string): void => {
  if (makeOne(path)) return;
  makePrivateFolder(dirname(path));
  mkdirOrPresent(path);
};

/** Returns false if the parent folder is missing. */
const makeOne = (path: string): boolean => {
  try {
    mkdirOrPresent(path);
    return true;
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return false;
  }
};

const mkdirOrPresent = (path: string): void => {
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
};
