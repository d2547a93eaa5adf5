/** Folders of this device's own, with everything above them that is missing. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o700;

/**
 * Makes it unless it is there; throws the system's error. Not by `recursive` of Node, which tries for ever where a file system
 * says "no such folder" to making one, as /proc does.
 */
export const makePrivateFolder = (path: string): void => {
  if (makeOne(path)) return;
  makePrivateFolder(dirname(path));
  mkdirOrPresent(path);
};

/** False: what it would lie in is not there. */
const makeOne = (path: string): boolean => {
  try {
    mkdirOrPresent(path);
    return true;
  } catch (error) {
    const isParentMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isParentMissing || dirname(path) === path) throw error;
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
