/** The database's file, its write-ahead log, and the copies beside it. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseFiles } from '../services/backup-and-restore.ts';
import { flush } from './private-file.ts';
import { systemClock } from './system-time.ts';

type Rename = (from: string, to: string) => void;

const LOG_LAST = ['', '-wal', '-shm'] as const;
/**
 * For a move that begins a restore. A database that is in its place without its log, or a log without its database, then tells
 * `finishRestore` how far the restore came. The moves that undo a restore have the reverse order for the same reason.
 */
const LOG_FIRST = LOG_LAST.toReversed();
/** The beginning of the names of databases that a restore replaced. */
const PREVIOUS = 'before-restore-';

/** `aside`: the folder for files that a restore replaces. `rename`: tests pass one that fails. */
export const createDatabaseFiles = (
  database: string,
  aside: string,
  rename: Rename = renameSync,
): DatabaseFiles => ({
  exists: existsSync,
  isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  makePrivate: (path) => chmodSync(path, 0o600),
  stage: (from) => {
    const staged = stagedAt(database);
    removeAll(staged);
    // `finishRestore` must find only a log that this restore moves away.
    for (const log of loneLogs(aside)) rmSync(log, { force: true });
    // A database that was not closed has its newest rows in the log beside it.
    for (const side of ['', '-wal'])
      if (existsSync(`${from}${side}`)) copyDurably(`${from}${side}`, `${staged}${side}`);
    return staged;
  },
  unstage: removeAll,
  swapIn: (staged) => {
    const time = new Date(systemClock.nowMs()).toISOString().replace(/[:.]/g, '-');
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    const previous = join(aside, `${PREVIOUS}${time}.db`);
    moveAll(database, previous, LOG_FIRST, rename);
    try {
      moveAll(staged, database, LOG_FIRST, rename);
    } catch (error) {
      moveAll(previous, database, LOG_LAST, rename);
      throw error;
    }
    return previous;
  },
  swapBack: (previous) => {
    const staged = stagedAt(database);
    // The new database waits as a staged copy. So a kill leaves a restore that the next start finishes or undoes.
    moveAll(database, staged, LOG_LAST, rename);
    rmSync(snapshotOf(database), { force: true });
    moveAll(previous, database, LOG_LAST, rename);
    removeAll(staged);
  },
});

/**
 * Finishes a restore that was killed after it had moved the database away and before the checked copy was in its place. Returns true if
 * there was such a restore. A restore that was killed earlier is undone: its copy is deleted, and a log that it had moved `aside` is
 * moved back. Call this before the database is opened. [ST-2, RL-31]
 */
export const finishRestore = (database: string, aside: string): boolean => {
  const staged = stagedAt(database);
  if (!existsSync(staged)) return false;
  const isCutShort = !existsSync(database);
  if (isCutShort) moveAll(staged, database, LOG_FIRST, renameSync);
  else bringLogBack(database, aside);
  removeAll(staged);
  return isCutShort;
};

/** Moves the log of a killed restore back. */
const bringLogBack = (database: string, aside: string): void => {
  const [left] = existsSync(`${database}-wal`) ? [] : loneLogs(aside);
  if (left !== undefined) renameSync(left, `${database}-wal`);
};

/** Returns the logs of replaced databases that are there without their databases. */
const loneLogs = (aside: string): readonly string[] =>
  (existsSync(aside) ? readdirSync(aside) : [])
    .filter((name) => name.startsWith(PREVIOUS) && name.endsWith('.db-wal'))
    .map((name) => join(aside, name))
    .filter((log) => !existsSync(log.slice(0, -'-wal'.length)));

/** Deletes a database, its side files, and the snapshot that an upgrade may have left. */
const removeAll = (path: string): void => {
  for (const side of LOG_LAST) rmSync(`${path}${side}`, { force: true });
  rmSync(snapshotOf(path), { force: true });
};

const snapshotOf = (database: string): string => `${database}.before-upgrade`;

const stagedAt = (database: string): string => `${database}.restoring`;

const copyDurably = (from: string, to: string): void => {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  flush(to);
};

/** Moves a database and its side files in this order. Moves all of them, or throws and moves none. */
const moveAll = (from: string, to: string, order: readonly string[], rename: Rename): void => {
  const sides = order.filter((side) => existsSync(`${from}${side}`));
  for (const [count, side] of sides.entries()) {
    try {
      rename(`${from}${side}`, `${to}${side}`);
    } catch (error) {
      for (const moved of sides.slice(0, count).toReversed()) rename(`${to}${moved}`, `${from}${moved}`);
      throw error;
    }
  }
};
