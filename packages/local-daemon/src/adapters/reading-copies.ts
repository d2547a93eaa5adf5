/**
 * The copies that commands read when the database cannot be opened in place. A command that was killed leaves its copy, which may hold
 * what is forgotten later. [RL-22, ST-4]
 */
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@cairn/client/device';
import { orElse } from '@cairn/schema';

/** The process that made a copy. Core names the folders so. */
const COPY = /^cairn-reading-(\d+)-/;

/** Returns folders for a copy of the database. Folders in memory come first, because the disk may be full. */
export const copyFolders = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  [env.XDG_RUNTIME_DIR ?? '', '/dev/shm', tmpdir()].filter((folder) => folder !== '');

/** Deletes the copies of processes that have ended. */
export const removeLeftCopies = (folders: readonly string[]): void => {
  for (const folder of folders)
    for (const name of orElse(() => readdirSync(folder), [])) {
      const pid = COPY.exec(name)?.[1];
      if (pid === undefined || isAlive(Number(pid))) continue;
      // Another user's copy stays.
      orElse(() => rmSync(join(folder, name), { recursive: true, force: true }), undefined);
    }
};
