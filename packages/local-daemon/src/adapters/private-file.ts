/** Files that only their owner may read, replaced whole: a reader sees the old content or the new, also after a crash. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from '@cairn/client/device';

export const writePrivateFile = (path: string, text: string): void => {
  const fresh = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
};

/** Null when there is no such file. */
export const readPrivateFile = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

export const removePrivateFile = (path: string): void => {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
};

export const makePrivateFolders = (folders: readonly string[]): void => {
  for (const folder of folders) makePrivateFolder(folder);
};

/** Makes a rename durable. Not every file system can. */
export const syncFolder = (folder: string): void => {
  try {
    const descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    // The rename itself has happened.
  }
};
