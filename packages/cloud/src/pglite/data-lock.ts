/**
 * The lock that makes sure that one process at most opens the embedded database: a transaction on a file of SQLite's beside the data,
 * begun and never ended. The kernel holds it and frees it with its process, however that ends. It counts between containers that
 * share a volume, where a pid names nobody: each of them has a process 7. The file stays: who removed it could open a second door.
 *
 * Many network drives tell nobody of a lock that another machine holds. So the holder leaves a note. A server that finds a note from
 * another machine or another mount knocks, by writing over it, and waits: a holder that lives puts its note back. [OP-21]
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import { err, ok, type Result } from '@cairn/schema';

export interface DataLock {
  release(): void;
}

interface LockOptions {
  /** Another server has taken the folder all the same: the database must not be written to any more. */
  readonly onLost: (holder: string) => void;
  /** How long a holder that lives may take to answer. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;
const LOOK_MS = 1_000;

/** Of one length, because a drive may remember for a while how long a file was. */
const sized = (text: string): string => `${text.padEnd(255)}\n`;
const KNOCK = sized('Another server asks whether the holder lives.');
/** Older programs say no place. */
const NOTE = /^(process \d+ on .*)\n(?:(\S+) *\n)?$/;

/** Where a lock of the kernel counts: this start of this machine, this mount of the folder. */
const placeOf = (folder: string): string => {
  const mount = statSync(folder).dev;
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${mount}`;
  } catch {
    return `${hostname().replaceAll(/\s/g, '-')}/${mount}`;
  }
};

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

/** Empty when there is none, or when it cannot be read just now. */
const readNote = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** A note may be missing, for a moment, or cut short. */
const holderIn = (note: string): string => NOTE.exec(note)?.[1] ?? 'another server';

const answer = (path: string, note: string): void => {
  try {
    writeFileSync(path, note, { mode: 0o600 });
  } catch {
    // At the next look: the drive may be away for a moment.
  }
};

/** Whether somebody beyond the reach of the kernel's lock has the folder. */
const isAnswered = async (path: string, { found, patienceMs }: { found: string; patienceMs: number }) => {
  writeFileSync(path, KNOCK, { mode: 0o600 });
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_MS / 4) {
    await after(LOOK_MS / 4);
    if (readNote(path) === found) return true;
  }
  return false;
};

/** The error names the holder. `path`: the lock file, outside the folder that it guards. Waits only for a holder elsewhere. */
export const takeDataLock = async (
  path: string,
  { onLost, patienceMs = PATIENCE_MS }: LockOptions,
): Promise<Result<DataLock, { readonly holder: string }>> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const notePath = `${path}.holder`;
  const lock = new DatabaseSync(path);
  if (!begin(lock)) return err({ holder: holderIn(readNote(notePath)) });
  const place = placeOf(dirname(path));
  const note = sized(`process ${process.pid} on ${hostname()}\n${place}`);
  try {
    const found = readNote(notePath);
    const [, holder, where] = NOTE.exec(found) ?? [];
    if (holder !== undefined && where !== place && (await isAnswered(notePath, { found, patienceMs }))) {
      lock.close();
      return err({ holder });
    }
    writeFileSync(notePath, note, { mode: 0o600 });
  } catch (error) {
    lock.close();
    throw error;
  }
  const look = (): void => {
    const now = readNote(notePath);
    if (now === note) return;
    if (NOTE.test(now)) onLost(holderIn(now));
    else answer(notePath, note);
  };
  const looking = setInterval(look, LOOK_MS).unref();
  const release = (): void => {
    clearInterval(looking);
    rmSync(notePath, { force: true });
    lock.close();
  };
  return ok({ release });
};
