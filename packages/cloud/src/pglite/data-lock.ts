/**
 * The lock that makes sure that one process at most opens the embedded database: a transaction on a file of SQLite's beside the data,
 * begun and never ended. The kernel holds it and frees it with its process, however that ends. It counts between containers that
 * share a volume, where a pid names nobody: each of them has a process 7. The file stays: who removed it could open a second door.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '@cairn/schema';

export interface DataLock {
  release(): void;
}

/** As SQLite numbers it: somebody else has the lock. A disk without locks is another error, and opens nothing. */
const BUSY = 5;

const begin = (lock: DatabaseSync): boolean => {
  try {
    // Nothing is ever written, so there is nothing to roll back.
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false;
    throw error;
  }
};

const holderIn = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim() || 'another server';
  } catch {
    // The holder has not written it yet.
    return 'another server';
  }
};

/** The error names the holder. `path`: the lock file, outside the folder that it guards. Never waits. */
export const takeDataLock = (path: string): Result<DataLock, { readonly holder: string }> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const note = `${path}.holder`;
  const lock = new DatabaseSync(path);
  if (!begin(lock)) return err({ holder: holderIn(note) });
  try {
    writeFileSync(note, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  } catch (error) {
    lock.close();
    throw error;
  }
  const release = (): void => {
    rmSync(note, { force: true });
    lock.close();
  };
  return ok({ release });
};
