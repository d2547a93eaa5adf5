/**
 * A lock that the kernel holds and frees with its process: a transaction on a file of SQLite's, begun and never ended. It counts between
 * containers that share a folder, where a pid names nobody: each of them has a process 7. The file stays: who removed it could
 * open a second door.
 */
import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** As SQLite numbers it: somebody else has the lock. */
const BUSY = 5;

/** Null when another process has it. Never waits. On a disk without such locks it is no lock, and the file of the pid is all there is. */
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
