/** The database's file, its write-ahead log, and the copies that lie beside it. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import type { DatabaseFiles } from '../services/care.ts';
import { systemClock } from './system-time.ts';

const SIDES = ['', '-wal', '-shm'] as const;

export const createDatabaseFiles = (database: string): DatabaseFiles => ({
  exists: existsSync,
  isFolder: (path) => existsSync(`${path}/.`),
  makePrivate: (path) => chmodSync(path, 0o600),
  stage: (from) => {
    const staged = stagedAt(database);
    for (const side of SIDES) rmSync(`${staged}${side}`, { force: true });
    // A database that was not closed has its newest rows in the log beside it.
    for (const side of ['', '-wal'])
      if (existsSync(`${from}${side}`)) copyDurably(`${from}${side}`, `${staged}${side}`);
    return staged;
  },
  unstage: (staged) => {
    for (const side of SIDES) rmSync(`${staged}${side}`, { force: true });
  },
  swapIn: (staged) => {
    const time = new Date(systemClock.nowMs()).toISOString().replace(/[:.]/g, '-');
    const previous = `${database}.before-restore-${time}`;
    moveAll(database, previous);
    try {
      moveAll(staged, database);
    } catch (error) {
      for (const side of SIDES) rmSync(`${database}${side}`, { force: true });
      moveAll(previous, database);
      throw error;
    }
    return previous;
  },
  swapBack: (previous) => {
    for (const side of SIDES) rmSync(`${database}${side}`, { force: true });
    moveAll(previous, database);
  },
});

/**
 * A restore that was killed after it had moved the database away and before the checked copy was in its place: it is
 * finished. True when there was one. Call it before the database is opened. [ST-2]
 */
export const finishRestore = (database: string): boolean => {
  const staged = stagedAt(database);
  if (existsSync(database) || !existsSync(staged)) return false;
  moveAll(staged, database);
  return true;
};

const stagedAt = (database: string): string => `${database}.restoring`;

const copyDurably = (from: string, to: string): void => {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  const descriptor = openSync(to, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
};

/** The log first: without it the file is still whole as of its last checkpoint, but not the other way round. */
const moveAll = (from: string, to: string): void => {
  for (const side of SIDES.toReversed())
    if (existsSync(`${from}${side}`)) renameSync(`${from}${side}`, `${to}${side}`);
};
