/** Files that only their owner can read, replaced atomically: a reader sees the old content or the new, also after a crash. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makePrivateFolder, readPlain } from '@cairn/client/device';
import { orElse, systemCodeOf } from '@cairn/schema';

export const writePrivateFile = (path: string, text: string): void => {
  replaceFile(path, text, { mode: 0o600, flush: true });
  syncFolder(dirname(path));
};

/** Returns a temporary name beside a file, at which nobody can have planted a link. [TR-12] */
export const freshName = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.new`;

/**
 * Replaces a file atomically. A link at `path` is replaced, not followed. `mode` null: the default of new files. `flush`: the content is
 * on the disk before the rename. Throws the system's errors.
 */
export const replaceFile = (
  path: string,
  text: string,
  { mode, flush = false }: { readonly mode: number | null; readonly flush?: boolean },
): void => {
  const fresh = freshName(path);
  try {
    writeFileSync(fresh, text, { mode: mode ?? 0o666, flush, flag: 'wx' });
    if (mode !== null) chmodSync(fresh, mode);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
};

/** Deletes a temporary file when a signal ends this process, until the returned function is called. */
export const deletedBySignal = (path: string): (() => void) => {
  const end = (signal: NodeJS.Signals): void => {
    rmSync(path, { force: true });
    forget();
    process.kill(process.pid, signal);
  };
  const forget = (): void => {
    for (const signal of ENDING) process.off(signal, end);
  };
  for (const signal of ENDING) process.on(signal, end);
  return forget;
};
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns null if there is no such file. */
export const readPrivateFile = (path: string): string | null => {
  try {
    return readPlain(path);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** A lock of this age was left by a killed process. */
const LEFT_LOCK_MS = 5_000;
const LOCK_LOOK_MS = 20;

/** Does the work on a file in one process at a time. Throws the system's errors. */
export const aloneWith = async <T>(path: string, work: () => T): Promise<T> => {
  const lock = `${path}.lock`;
  while (!isLocked(lock)) await setTimeout(LOCK_LOOK_MS);
  return unlocking(lock, work);
};

/** Like `aloneWith`, for a caller that cannot await. Blocks the thread; other processes hold the lock for milliseconds. */
export const aloneWithNow = <T>(path: string, work: () => T): T => {
  const lock = `${path}.lock`;
  while (!isLocked(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_LOOK_MS);
  return unlocking(lock, work);
};

/** Takes the lock. Returns false if another process holds it. */
const isLocked = (lock: string): boolean => {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    const stats = statSync(lock, { throwIfNoEntry: false });
    if (stats !== undefined && isLeft(stats)) removeLeft(lock);
    return false;
  }
};

const unlocking = <T>(lock: string, work: () => T): T => {
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
};

/** A lock from the future was left before the clock was set back. */
const isLeft = ({ mtimeMs }: Stats): boolean => Math.abs(Date.now() - mtimeMs) > LEFT_LOCK_MS;

/** Deletes a left lock. Renames it first: if another process has replaced it meanwhile, that process gets its lock back. */
const removeLeft = (lock: string): void => {
  const taken = freshName(lock);
  try {
    renameSync(lock, taken);
    if (!isLeft(statSync(taken))) linkSync(taken, lock);
  } catch {
    // Another process was faster.
  }
  rmSync(taken, { force: true });
};

export const removePrivateFile = (path: string): void => {
  rmSync(path, { force: true });
  syncFolder(dirname(path));
};

export const makePrivateFolders = (folders: readonly string[]): void => {
  for (const folder of folders) makePrivateFolder(folder);
};

/** Puts the content of a file or folder on the disk. */
export const flush = (path: string, flags: 'r' | 'r+' = 'r+'): void => {
  const descriptor = openSync(path, flags);
  fsyncSync(descriptor);
  closeSync(descriptor);
};

/** Makes a rename durable, if the file system can. */
export const syncFolder = (folder: string): void => orElse(() => flush(folder, 'r'), undefined);
