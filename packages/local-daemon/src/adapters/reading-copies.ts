/**
 * The copies that commands read when the database cannot be opened in place. A command that was killed leaves its copy, which may hold
 * what is forgotten later. [RL-22, ST-4]
 */
import { readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@cairn/client/device';
import { DAY_MS, orElse } from '@cairn/schema';

/** The process that made a copy, and the container that the process is in. Older programs left that out. */
const COPY = /^cairn-reading-(\d+)-(?:(\d+)-)?/;
/** A process of another container cannot be seen. No command reads for so long. */
const ELSEWHERE_MS_MAX = DAY_MS;

/** Returns the number of this process's pid namespace. Empty where there are none. */
const pidSpace = (): string => orElse(() => readlinkSync('/proc/self/ns/pid').replace(/\D/g, ''), '');

/** The beginning of the name of a copy that this process makes. */
export const copyName = (): string => {
  const space = pidSpace();
  return `cairn-reading-${process.pid}-${space === '' ? '' : `${space}-`}`;
};

/** Returns folders for a copy of the database. Folders in memory come first, because the disk may be full. */
export const copyFolders = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  [env.XDG_RUNTIME_DIR ?? '', '/dev/shm', tmpdir()].filter((folder) => folder !== '');

/** Deletes the copies of processes that have ended, and those of other containers after a day. */
export const removeLeftCopies = (folders: readonly string[], nowMs: number): void => {
  const here = pidSpace();
  const isLeft = (path: string, pid: string, space = here): boolean =>
    space === here ? !isAlive(Number(pid)) : nowMs - statSync(path).mtimeMs > ELSEWHERE_MS_MAX;
  for (const folder of folders)
    for (const name of orElse(() => readdirSync(folder), [])) {
      const [, pid, space] = COPY.exec(name) ?? [];
      const path = join(folder, name);
      if (pid === undefined || !orElse(() => isLeft(path, pid, space), false)) continue;
      // Another user's copy stays.
      orElse(() => rmSync(path, { recursive: true, force: true }), undefined);
    }
};
