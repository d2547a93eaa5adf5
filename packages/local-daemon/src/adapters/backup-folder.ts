/** The folder of the copies that the daemon makes by itself. */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { BackupFolder } from '../services/housekeeping/backups.ts';
import { syncFolder } from './private-file.ts';

const COPY = /^cairn-[0-9TZ-]+\.db$/;
/** Whole or half, with what SQLite leaves beside it. */
const OURS = /^cairn-[0-9TZ-]+\.db(\.part)?(-wal|-shm|-journal)?$/;

export const createBackupFolder = (folder: string, database: string): BackupFolder => {
  const names = (pattern: RegExp): readonly string[] => {
    try {
      return readdirSync(folder)
        .filter((name) => pattern.test(name))
        .sort();
    } catch {
      return [];
    }
  };
  const remove = (name: string): void => rmSync(join(folder, name), { force: true });
  return {
    make() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      for (const name of names(OURS)) if (!COPY.test(name)) remove(name);
    },
    list: () => names(COPY),
    isEmpty: () => names(OURS).length === 0,
    pathOf: (name) => join(folder, name),
    rename(from, to) {
      chmodSync(join(folder, from), 0o600);
      const descriptor = openSync(join(folder, from), 'r+');
      fsyncSync(descriptor);
      closeSync(descriptor);
      renameSync(join(folder, from), join(folder, to));
      syncFolder(folder);
    },
    has: (name) => names(OURS).includes(name),
    remove,
    removeAll() {
      for (const name of names(OURS)) remove(name);
    },
    room() {
      const { bavail, bsize } = statfsSync(dirname(database));
      const sizes = ['', '-wal'].map((side) => sizeOf(`${database}${side}`));
      return { database: sizes.reduce((sum, bytes) => sum + bytes, 0), free: bavail * bsize };
    },
  };
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
