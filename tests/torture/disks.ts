// Small disks: a tmpfs over a folder, in the mount namespace of this process only. The mounts end with the process.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyInto } from './processes.ts';

/** Environment variable that marks a process with its own mounts. */
const MARK = 'TORTURE_MOUNTS';

/** Returns why this process cannot mount; null when it can. */
export const mountsMissing = (): string | null =>
  process.env[MARK] === '1' ? null : 'mounting needs Linux, root and unshare (util-linux)';

/** Runs this program again with its own mounts; null where that is not possible. */
export const withOwnMounts = (): Promise<number> | null => {
  if (process.env[MARK] === '1' || process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const own = ['--mount', '--propagation', 'private'];
  if (spawnSync('unshare', [...own, 'true']).status !== 0) return null;
  const child = spawn('unshare', [...own, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [MARK]: '1' },
  });
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name));
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
};

/** Returns the size that `du` reports, and the overhead of a separate file system. */
const kilobytesIn = (folder: string): number =>
  Number(/^\d+/.exec(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }))?.[0] ?? 0);

/** Moves a folder without open files to a small disk with little free space. */
export const moveToSmallDisk = (folder: string, spareKilobytes: number): void => {
  const aside = mkdtempSync(join(tmpdir(), 'cairn-torture-aside-'));
  try {
    copyInto(folder, aside);
    const size = kilobytesIn(folder) + spareKilobytes;
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k,mode=0700`, 'tmpfs', folder]);
    copyInto(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
};

export const unmount = (folder: string): void => {
  spawnSync('umount', ['--lazy', folder]);
};

const BALLAST = 'ballast';

/** Writes until the disk is full. */
export const fillDisk = (folder: string): void => {
  const file = openSync(join(folder, BALLAST), 'w');
  const block = Buffer.alloc(65_536);
  try {
    for (;;) writeSync(file, block);
  } catch {
    // The disk is full.
  } finally {
    closeSync(file);
  }
};

export const freeDisk = (folder: string): void => rmSync(join(folder, BALLAST), { force: true });
