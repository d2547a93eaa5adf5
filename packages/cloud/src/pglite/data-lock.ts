/**
 * The lock that lets at most one process open the embedded database. It is a transaction that never ends, on an SQLite file beside the
 * data. The kernel releases the lock when its process ends, however that happens. The lock also works between containers that share a
 * volume. A pid file would not, because each container has a process 7. The lock file is never removed: otherwise two processes could
 * lock different files.
 *
 * Many network drives do not report a lock that another machine holds. So the holder also leaves a note. A server that finds a note of
 * another machine or mount overwrites it and waits. A living holder writes its note back. [OP-21]
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import { err, ok, orElse, type Result } from '@cairn/schema';
import { makePrivateFolder } from '../adapters/private-folder.ts';

export interface DataLock {
  release(): void;
}

interface LockOptions {
  /** Called if another server has taken the folder nevertheless. The database must not be written any more. */
  readonly onLost: (holder: string) => void;
  /** How long a living holder may take to answer. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 10_000;
const LOOK_MS = 1_000;

/** Pads to a fixed length, because a drive may cache a file's length. */
const sized = (text: string): string => `${text.padEnd(255)}\n`;
const KNOCK = sized('Another server asks whether the holder lives.');
/** A note: its holder and place. Notes of older programs have no place. */
const NOTE = /^(process \d+ on .*)\n(?:(\S+) *\n)?$/;

/** Returns the reach of a kernel lock: this boot of this machine, this mount of the folder. */
const placeOf = (folder: string): string => {
  const boot = orElse(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), null);
  return `${boot ?? hostname().replaceAll(/\s/g, '-')}/${statSync(folder).dev}`;
};

/** SQLite's code for a lock that another process holds. A disk without locks gives another error, and then nothing is opened. */
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

/** Returns the note. Empty if there is none, or it cannot be read now. */
const readNote = (path: string): string => orElse(() => readFileSync(path, 'utf8'), '');

/** Returns the holder that the note names. The note may be missing or cut short for a moment. */
const holderIn = (note: string): string => NOTE.exec(note)?.[1] ?? 'another server';

/** The next check repeats a failed answer: the drive may be away for a moment. */
const answer = (path: string, note: string): void =>
  orElse(() => writeFileSync(path, note, { mode: 0o600 }), undefined);

/** Asks the holder, which the kernel's lock does not reach. Returns whether it writes its note back in time. */
const knock = async (path: string, { found, patienceMs }: { found: string; patienceMs: number }) => {
  writeFileSync(path, KNOCK, { mode: 0o600 });
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_MS / 4) {
    await after(LOOK_MS / 4);
    if (readNote(path) === found) return true;
  }
  return false;
};

/**
 * Takes the lock. The error names the holder. `path`: the lock file, outside the folder that it guards. Waits only for a holder
 * elsewhere.
 */
export const takeDataLock = async (
  path: string,
  { onLost, patienceMs = PATIENCE_MS }: LockOptions,
): Promise<Result<DataLock, { readonly holder: string }>> => {
  makePrivateFolder(dirname(path));
  const notePath = `${path}.holder`;
  const lock = new DatabaseSync(path);
  if (!begin(lock)) return err({ holder: holderIn(readNote(notePath)) });
  const place = placeOf(dirname(path));
  const note = sized(`process ${process.pid} on ${hostname()}\n${place}`);
  try {
    const found = readNote(notePath);
    const [, holder, where] = NOTE.exec(found) ?? [];
    if (holder !== undefined && where !== place && (await knock(notePath, { found, patienceMs }))) {
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
