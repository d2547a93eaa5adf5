/**
 * A checked copy of the database once a day, the newest seven of them, and the databases that restores replaced, for 30 days.
 * Forgetting reaches them: no copy may hold what was forgotten, so all of them go, and a new one is made once things are
 * quiet. [ST-2, ST-4, RL-31]
 */
import type { Engine, Timers } from '@cairn/core';
import { COMPARING_LIMITS, LIMITS } from '@cairn/schema';
import type { Gate } from '../gate.ts';
import type { Log } from '../log.ts';
import type { Housekeeper, JobOutcome } from './housekeeping.ts';

/** The folder of the copies. Throws what the file system throws. */
export interface BackupFolder {
  /** Made when it is not there; only for its owner. */
  make(): void;
  /** Whole copies, the oldest first. */
  list(): readonly string[];
  /** Without half copies either. */
  isEmpty(): boolean;
  pathOf(name: string): string;
  /** Under this name from now on, durably. */
  rename(from: string, to: string): void;
  has(name: string): boolean;
  remove(name: string): void;
  /** Everything in it, half copies and what restores replaced included. */
  removeAll(): void;
  /** Removes what restores replaced and put aside so long ago; answers how many files went. [RL-31] */
  endAside(keptMs: number, nowMs: number): number;
  /** Bytes: of the database with its log, and how many more the disk takes. */
  room(): { readonly database: number; readonly free: number };
}

export interface Backups {
  begin(housekeeper: Housekeeper): void;
  end(): void;
  /** Something may have been forgotten: when it resolves, no copy holds it. Never rejects. */
  erased(): Promise<void>;
  /** Tries once more what is left to end; whether no copy holds what was forgotten. */
  settle(): Promise<boolean>;
}

export interface BackupsDeps {
  readonly engine: () => Pick<Engine, 'backup' | 'erasedAt' | 'noteCopiesErased' | 'readOnly'>;
  readonly gate: Gate;
  readonly folder: BackupFolder;
  /** False: none is made; what is there still loses what is forgotten. */
  readonly isOn: boolean;
  /** Makes one now, by the housekeeper. */
  readonly makeOne: () => Promise<void>;
  readonly nowMs: () => number;
  readonly timers: Timers;
  readonly log: Log;
}

export const BACKUP_JOB = 'sys_backup';
const DAY_MS = 86_400_000;
const LOOK_MS = 3_600_000;
/** After the start nobody should wait for it. */
const FIRST_MS = 600_000;
/** After something was forgotten; more may follow. */
const REST_MS = 600_000;
/** The copy, its check, and as much again for writes that happen meanwhile. */
const ROOM_FACTOR = 3;

export const createBackups = (deps: BackupsDeps): Backups => {
  const { engine, gate, folder, log } = deps;
  let cancel: () => void = () => undefined;
  let isOver = false;

  /** Whether something was forgotten; then no copy is left, nor the one that is being made. */
  const erase = async (): Promise<boolean> => {
    const at = await engine().erasedAt();
    if (at === null || engine().readOnly) return false;
    folder.removeAll();
    await engine().noteCopiesErased(at);
    return true;
  };

  const erased = async (): Promise<void> => {
    try {
      // Without copies nothing has to be done, and nothing is written for it.
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
    // A text that was forgotten while the copy was made may be in it, or the forgetting has taken the copy away.
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
          endAside() === 0 ? null : { status: 'ok', said: 'A database that was set aside was deleted.' },
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
