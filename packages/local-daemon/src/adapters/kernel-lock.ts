/**
 * A lock that the kernel releases when the process ends: an endless transaction on an SQLite file. It also works between containers that
 * share a folder. A pid would not, because two containers have equal pids. The file is never removed: otherwise two processes could lock
 * different files.
 */
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's code for a lock that another process holds. */
const BUSY = 5;

/** Returns null if another process has the lock. Never waits. Locks nothing on a file system without such locks. */
export const takeKernelLock = (path: string): { release(): void } | null => {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(path);
    chmodSync(path, 0o600);
    // Nothing is ever written, so there is nothing to roll back.
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) {
      lock?.close();
      return null;
    }
  }
  return { release: () => lock?.close() };
};
