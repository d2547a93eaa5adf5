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
  makePrivate: (path) => chmodSync(path, 0o600),
  stage: (from) => {
    const staged = `${database}.restoring`;
    rmSync(staged, { force: true });
    copyFileSync(from, staged);
    chmodSync(staged, 0o600);
    const descriptor = openSync(staged, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
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
      renameSync(staged, database);
    } catch (error) {
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

/** The log first: without it the file is still whole as of its last checkpoint, but not the other way round. */
const moveAll = (from: string, to: string): void => {
  for (const side of SIDES.toReversed())
    if (existsSync(`${from}${side}`)) renameSync(`${from}${side}`, `${to}${side}`);
};
