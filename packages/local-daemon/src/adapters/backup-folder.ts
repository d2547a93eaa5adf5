/** The folder of the daemon's own backups. */
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemCodeOf } from '@cairn/schema';
import type { BackupFolder } from '../services/housekeeping/backups.ts';
import { flush, syncFolder } from './private-file.ts';

/** A copy is named after its time. Another name is a person's own backup. */
const COPY = /^cairn-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db$/;
/** Complete or partial backups, with SQLite's side files. */
const COPIES = new RegExp(`${COPY.source.slice(0, -1)}(\\.part)?(-wal|-shm|-journal)?$`);
/** Files that a restore replaced: the database and its log, with the time of the restore. */
const ASIDE = /^before-restore-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.db(?:-wal|-shm|-journal)?$/;
/** Matches complete and partial backups, and files that a restore replaced. */
export const BACKUP_FILES = new RegExp(`${COPIES.source}|${ASIDE.source}`);

export const createBackupFolder = (folder: string, database: string): BackupFolder => {
  const names = (pattern: RegExp): readonly string[] => namesIn(folder).filter((name) => pattern.test(name));
  const remove = (name: string): void => rmSync(join(folder, name), { force: true });
  return {
    make() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      for (const name of names(COPIES)) if (!COPY.test(name)) remove(name);
    },
    list: () => names(COPY),
    isEmpty: () => names(BACKUP_FILES).length === 0,
    pathOf: (name) => join(folder, name),
    rename(from, to) {
      chmodSync(join(folder, from), 0o600);
      flush(join(folder, from));
      renameSync(join(folder, from), join(folder, to));
      syncFolder(folder);
    },
    has: (name) => names(BACKUP_FILES).includes(name),
    remove,
    removeAll() {
      for (const name of names(BACKUP_FILES)) remove(name);
    },
    endAside(keptMs, nowMs) {
      adoptOlder(folder, database);
      const over = names(ASIDE).filter((name) => Math.abs(nowMs - asideAt(name)) >= keptMs);
      for (const name of over) remove(name);
      return over.length;
    },
    room() {
      const { bavail, bsize } = statfsSync(dirname(database));
      const sizes = ['', '-wal'].map((side) => sizeOf(`${database}${side}`));
      return { database: sizes.reduce((sum, bytes) => sum + bytes, 0), free: bavail * bsize };
    },
  };
};

/** A folder that cannot be read may hold copies, so only one that is not there counts as empty. [ST-4] */
const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
};

/** Returns the time of the restore, in milliseconds. */
const asideAt = (name: string): number => Date.parse(name.replace(ASIDE, '$1$2:$3:$4.$5'));

/** Moves files that old versions left beside the database into the folder, where they are deleted in time. */
const adoptOlder = (folder: string, database: string): void => {
  const own = `${basename(database)}.before-restore-`;
  const older = readdirSync(dirname(database)).filter((name) => name.startsWith(own));
  if (older.length > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of older) {
    const [, time = '', side = ''] = /^([0-9TZ-]*Z)(-wal|-shm)?$/.exec(name.slice(own.length)) ?? [];
    if (time !== '')
      renameSync(join(dirname(database), name), join(folder, `before-restore-${time}.db${side}`));
  }
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
