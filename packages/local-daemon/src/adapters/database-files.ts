/** The database's file, its write-ahead log, and the copies beside it. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseFiles } from '../services/backup-and-restore.ts';
import { systemClock } from './system-time.ts';

const SIDES = ['', '-wal', '-shm'] as const;

/** `aside`: the folder for files that a restore replaces. */
export const createDatabaseFiles = (database: string, aside: string): DatabaseFiles => ({
  exists: existsSync,
  isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  makePrivate: (path) => chmodSync(path, 0o600),
  stage: (from) => {
    const staged = stagedAt(database);
    removeAll(staged);
    // A database that was not closed has its newest rows in the log beside it.
    for (const side of ['', '-wal'])
      if (existsSync(`${from}${side}`)) copyDurably(`${from}${side}`, `${staged}${side}`);
    return staged;
  },
  unstage: removeAll,
  swapIn: (staged) => {
    const time = new Date(systemClock.nowMs()).toISOString().replace(/[:.]/g, '-');
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    const previous = join(aside, `before-restore-${time}.db`);
    moveAll(database, previous);
    try {
      moveAll(staged, database);
    } catch (error) {
      removeAll(database);
      moveAll(previous, database);
      throw error;
    }
    return previous;
  },
  swapBack: (previous) => {
    removeAll(database);
    moveAll(previous, database);
  },
});

/**
 * Finishes a restore that was killed after it had moved the database away and before the checked copy was in its place. Returns true if
 * there was one. Deletes a copy of a restore that was killed earlier. Call it before the database is opened. [ST-2, RL-31]
 */
export const finishRestore = (database: string): boolean => {
  const staged = stagedAt(database);
  const isCutShort = !existsSync(database) && existsSync(staged);
  if (isCutShort) moveAll(staged, database);
  removeAll(staged);
  return isCutShort;
};

/** Also removes what the upgrade of a copy may have left. */
const removeAll = (path: string): void => {
  for (const side of [...SIDES, '.before-upgrade']) rmSync(`${path}${side}`, { force: true });
};

const stagedAt = (database: string): string => `${database}.restoring`;

const copyDurably = (from: string, to: string): void => {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  const descriptor = openSync(to, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
};

/** Moves the log first. Without its log the database is still complete up to its last checkpoint; the reverse does not hold. */
const moveAll = (from: string, to: string): void => {
  for (const side of SIDES.toReversed())
    if (existsSync(`${from}${side}`)) renameSync(`${from}${side}`, `${to}${side}`);
};
