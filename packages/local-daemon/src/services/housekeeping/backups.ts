/**
 * Makes a checked copy of the database once a day, and keeps the newest seven. Keeps the databases that restores replaced for 30 days. No
 * copy may hold what was forgotten. So a forget deletes all copies, and a new one is made once things are quiet. [ST-2, ST-4, RL-31]
 */
import type { Engine } from '@cairn/core';
import { COMPARING_LIMITS, DAY_MS, HOUR_MS, LIMITS, orElse } from '@cairn/schema';
import type { SharedDeps } from '../shared-deps.ts';
import type { Housekeeper, JobOutcome } from './housekeeping.ts';

/** The folder of the copies. Throws the file system's errors. */
export interface BackupFolder {
  /** Makes the folder if it does not exist. Only its owner can read it. */
  make(): void;
  /** Returns the complete copies, oldest first. */
  list(): readonly string[];
  /** Returns true if the folder holds no complete copy, no partial copy, and no replaced database. */
  isEmpty(): boolean;
  pathOf(name: string): string;
  /** Renames a file durably. */
  rename(from: string, to: string): void;
  has(name: string): boolean;
  remove(name: string): void;
  /** Deletes all copies, partial copies, and databases that restores replaced. */
  removeAll(): void;
  /**
   * Deletes databases that restores replaced at least `keptMs` ago, and those dated as far in the future. Returns the count of deleted
   * files. [RL-31]
   */
  endAside(keptMs: number, nowMs: number): number;
  /** Returns the bytes of the database with its log, and the free bytes of its disk. */
  room(): { readonly database: number; readonly free: number };
}

export interface BackupsDeps extends Pick<SharedDeps, 'gate' | 'nowMs' | 'timers' | 'log'> {
  readonly engine: () => Pick<Engine, 'backup' | 'erasedAt' | 'noteCopiesErased' | 'readOnly'>;
  readonly folder: BackupFolder;
  /** False: no copies are made. A forget still deletes the existing ones. */
  readonly isOn: boolean;
  /** Makes a copy at once, as a job of the housekeeper. */
  readonly makeOne: () => Promise<void>;
}

export const BACKUP_JOB = 'sys_backup';
const LOOK_MS = HOUR_MS;
/** Delay after the start, when nobody should wait for a copy. */
const FIRST_MS = 600_000;
/** Delay after a forget, because more may follow. */
const REST_MS = 600_000;
/** Free space for a copy, in sizes of the database: the copy, its check, and as much again for writes meanwhile. */
const ROOM_FACTOR = 3;

export const createBackups = (deps: BackupsDeps) => {
  const { engine, gate, folder, log } = deps;
  let cancel: () => void = () => undefined;
  let isOver = false;

  /** Deletes all copies if something was forgotten, including the copy that is being made. Returns whether it did. */
  const erase = async (): Promise<boolean> => {
    const at = await engine().erasedAt();
    if (at === null || engine().readOnly) return false;
    folder.removeAll();
    await engine().noteCopiesErased(at);
    return true;
  };

  /** Deletes the copies if something was forgotten. A failed deletion is logged, and tried again later. Never rejects. */
  const erased = async (): Promise<void> => {
    try {
      // Without copies there is nothing to delete, and no note to write.
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
    if (engine().readOnly) return { status: 'skipped', said: 'The file is read-only.' };
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
    // The copy may hold a text that was forgotten meanwhile. A forget may also have deleted the copy.
    if (made.ok && folder.has(part)) folder.rename(part, name);
    if (await erase()) return forgottenMeanwhile();
    if (!made.ok) {
      folder.remove(part);
      throw new Error(made.error.message);
    }
    if (!folder.has(name)) return forgottenMeanwhile();
    for (const old of oldestFirst(folder.list(), name).slice(0, -LIMITS.backupsKept)) folder.remove(old);
    const { bytes, memories } = made.value;
    return {
      status: 'ok',
      said: `${inMb(bytes)}, ${memories} memories; ${folder.list().length} copies are kept.`,
    };
  };

  return {
    begin(housekeeper: Housekeeper): void {
      endAside();
      void erased();
      housekeeper.add({
        ...{ id: 'sys_aside', name: 'end what a restore put aside', everyMs: LOOK_MS, firstMs: LOOK_MS },
        run: async () =>
          endAside() === 0 ? null : { status: 'ok', said: 'A database that was set aside was deleted.' },
      });
      if (deps.isOn)
        housekeeper.add({
          ...{ id: BACKUP_JOB, name: 'backup', everyMs: DAY_MS, firstMs: FIRST_MS },
          run: make,
        });
    },
    end(): void {
      isOver = true;
      cancel();
    },
    erased,
    /** Tries a failed deletion once more. Returns whether no copy holds what was forgotten. */
    settle: async () => {
      await erased();
      return orElse(() => folder.isEmpty(), false) || (await engine().erasedAt()) === null;
    },
  };
};

/** Orders copies that end with the newest one. A copy with a later name is of a clock that was ahead, so it counts as the oldest. */
const oldestFirst = (names: readonly string[], newest: string): readonly string[] => [
  ...names.filter((name) => name > newest),
  ...names.filter((name) => name <= newest),
];

const inMb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
