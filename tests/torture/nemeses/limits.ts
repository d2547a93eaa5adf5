// A daemon reaches limits of its system: descriptors and memory.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Nemesis } from '../nemesis.ts';

const MORE_FILES = 3;
const MORE_MEMORY_BYTES = 24 * 1_048_576;

const prlimit = (pid: number, limit: string): boolean => {
  try {
    execFileSync('prlimit', ['--pid', String(pid), limit], { stdio: 'ignore' });
    return true;
  } catch {
    // The process has ended, or the program is not installed.
    return false;
  }
};

const missing = (): string | null => {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'there is no prlimit (util-linux)';
  }
};

const numberIn = (path: string, pattern: RegExp): number | null => {
  try {
    const found = pattern.exec(readFileSync(path, 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
};

/** Limits descriptors to fewer than a working daemon needs. */
export const fewFiles: Nemesis = {
  name: 'emfile',
  says: 'a running daemon may open three more files, and no other',
  missing,
  strike: async (world, random) => {
    const pid = random.pick(world.devices).pid();
    if (pid === null) return null;
    const size = numberIn(`/proc/${pid}/status`, /^FDSize:\s+(\d+)/m);
    if (size === null || !prlimit(pid, `--nofile=${Math.min(size, 32) + MORE_FILES}:`)) return null;
    return async () => void prlimit(pid, '--nofile=1024:');
  },
};

export const littleMemory: Nemesis = {
  name: 'memory',
  says: 'a running daemon gets 24 MB more of address space, and no more',
  missing,
  strike: async (world, random) => {
    const pid = random.pick(world.devices).pid();
    if (pid === null) return null;
    const kilobytes = numberIn(`/proc/${pid}/status`, /^VmSize:\s+(\d+)/m);
    if (kilobytes === null || !prlimit(pid, `--as=${kilobytes * 1_024 + MORE_MEMORY_BYTES}:`)) return null;
    return async () => void prlimit(pid, '--as=unlimited:');
  },
};
