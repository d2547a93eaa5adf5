/**
 * Makes a checked copy of the database once a day and keeps the newest seven. Databases that restores replaced are kept for 30 days. No
 * copy may hold forgotten text, so forgetting deletes all of them, and a new one is made after a pause. [ST-2, ST-4, RL-31]
 */
import type { Engine, Timers } from '@cairn/core';
import { COMPARING_LIMITS, LIMITS } from '@cairn/schema';
import type { Gate } from '../gate.ts';
import type { Log } from '../log.ts';
import type { Housekeeper, JobOutcome } from './housekeeping.ts';

/** The folder of the copies. Throws errors of the file system. */
export interface BackupFolder {
  /** Makes the folder when it is missing, readable by its owner only. */
  make(): void;
  /** Returns complete copies, the oldest first. */
  list(): readonly string[];
  /** Returns true without copies, incomplete ones included. */
  isEmpty(): boolean;
  pathOf(name: string): string;
  /** Renames a copy, durably. */
  rename(from: string, to: string): void;
  has(name: string): boolean;
  remove(name: string): void;
  /** Deletes everything in it, including incomplete copies and what restores replaced. */
  removeAll(): void;
  /** Deletes databases that restores replaced more than `keptMs` ago. Returns the number of files. [RL-31] */
  endAside(keptMs: number, nowMs: number): number;
  /** Returns the bytes of the database with its log, and the free bytes of the disk. */
  room(): { readonly database: number; readonly free: number };
}

export interface Backups {
  begin(housekeeper: Housekeeper): void;
  end(): void;
  /** Called when something may have been forgotten. When it resolves, no copy holds it. Never rejects. */
  erased(): Promise<void>;
  /** Tries the remaining erasures once more. Returns whether no copy holds forgotten text. */
  settle(): Promise<boolean>;
}

export interface BackupsDeps {
  readonly engine: () => Pick<Engine, 'backup' | 'erasedAt' | 'noteCopiesErased' | 'readOnly'>;
  readonly gate: Gate;
  readonly folder: BackupFolder;
  /** When false, no copies are made. Forgetting still deletes the present ones. */
  readonly isOn: boolean;
  /** Makes a copy now, by the housekeeper. */
  readonly makeOne: () => Promise<void>;
  readonly nowMs: () => number;
  readonly timers: Timers;
  readonly log: Log;
}

export const BACKUP_JOB = 'sys_backup';
const DAY_MS = 86_400_000;
const LOOK_MS = 3_600_000;
/** Milliseconds after the start, so that nobody waits for a copy. */
const FIRST_MS = 600_000;
/** Milliseconds after a forgetting, because more may follow. */
const REST_MS = 600_000;
/** Room for the copy, its check, and the writes meanwhile. */
const ROOM_FACTOR = 3;

export const createBackups = (deps: BackupsDeps): Backups => {
  const { engine, gate, folder, log } = deps;
  let cancel: () => void = () => undefined;
  let isOver = false;

  /** Deletes all copies if something was forgotten, and gives up the copy in progress. Returns whether that was so. */
  const erase = async (): Promise<boolean> => {
    const at = await engine().erasedAt();
    if (at === null || engine().readOnly) return false;
    folder.removeAll();
    await engine().noteCopiesErased(at);
    return true;
  };

  const erased = async (): Promise<void> => {
    try {
      // Without copies there is nothing to do, and nothing is written.
      if (folder.isEmpty() || !(await erase())) return;
      log.info('removed the copies that held what was forgotten');
      makeLater();
    } catch (error) {
      if (!isOver) log.warn('copies could not be removed; it is tried again', { error: String(error) });
    }
  };

  const endAside = (): number => {
    try {
      return folder.endAside(COMPARING_LIMITS.removedKeptMs, deps.nowMs());
    } catch (error) {
      log.warn('what was put aside could not be removed; it is tried again', { error: String(error) });
      return 0;
    }
  };

  const makeLater = (): void => {
    if (!deps.isOn || isOver) return;
    cancel();
    cancel = deps.timers.after(REST_MS, () => void deps.makeOne());
  };

  const forgottenMeanwhile = (): JobOutcome => {
    makeLater();
    return { status: 'skipped', said: 'Something was forgotten while it was made.' };
  };

  const make = async (): Promise<JobOutcome> => {
    if (engine().readOnly) return { status: 'skipped', said: 'The file is only read.' };
    await erase();
    folder.make();
    const { database, free } = folder.room();
    if (free < ROOM_FACTOR * database)
      return {
        status: 'skipped',
        said: `The disk has ${inMb(free)} left; a copy needs ${inMb(ROOM_FACTOR * database)}.`,
      };
    const name = `cairn-${new Date(deps.nowMs()).toISOString().replace(/[:.]/g, '-')}.db`;
    const part = `${name}.part`;
    const made = await gate.share(() => engine().backup(folder.pathOf(part)));
    // A text that was forgotten meanwhile may be in the copy, or the forgetting may have deleted it.
    if (made.ok && folder.has(part)) folder.rename(part, name);
    if (await erase()) return forgottenMeanwhile();
    if (!made.ok) {
      folder.remove(part);
      throw new Error(made.error.message);
    }
    if (!folder.has(name)) return forgottenMeanwhile();
    for (const old of folder.list().slice(0, -LIMITS.backupsKept)) folder.remove(old);
    const { bytes, memories } = made.value;
    return {
      status: 'ok',
      said: `${inMb(bytes)}, ${memories} memories; ${folder.list().length} copies are kept.`,
    };
  };

  return {
    begin(housekeeper) {
      endAside();
      void erased();
      housekeeper.add({
        ...{ id: 'sys_aside', name: 'end what a restore put aside', everyMs: LOOK_MS, firstMs: LOOK_MS },
        run: async () =>
          endAside() === 0 ? null : { status: 'ok', said: 'A database that was put aside ended.' },
      });
      if (deps.isOn)
        housekeeper.add({
          ...{ id: BACKUP_JOB, name: 'backup', everyMs: DAY_MS, firstMs: FIRST_MS },
          run: make,
        });
    },
    end() {
      isOver = true;
      cancel();
    },
    erased,
    settle: async () => {
      await erased();
      return folder.isEmpty() || (await engine().erasedAt()) === null;
    },
  };
};

const inMb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
