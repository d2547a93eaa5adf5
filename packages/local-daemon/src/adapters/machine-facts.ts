/** Reads the facts about the machine that the doctor needs. */
import { chmodSync, statfsSync, statSync } from 'node:fs';
import type { Paths } from '@cairn/client/device';
import { orElse } from '@cairn/schema';
import type { MachineFacts } from '../services/doctor.ts';

const FILES = [
  ...(['database', 'config', 'keys', 'session', 'pendingJoin', 'tokenFile'] as const),
  ...(['daemonFile', 'headersFile', 'storeHolder', 'log'] as const),
];

/** `renewLock` restores a lock that was just removed, so the doctor does not report it as lost. [RL-20] */
export const createMachineFacts = (paths: Paths, renewLock: () => boolean): MachineFacts => ({
  nodeVersion: process.versions.node,
  openToOthers: (fix) => {
    if (process.platform === 'win32') return [];
    const files = [`${paths.database}-wal`, ...FILES.map((name) => paths[name])];
    const folders = [...paths.folders, paths.hooks];
    const open = [...folders, ...files].filter(isOpenToOthers);
    if (fix) for (const path of open) chmodSync(path, folders.includes(path) ? 0o700 : 0o600);
    return open;
  },
  freeBytes: () => {
    const { bavail, bsize } = statfsSync(paths.home);
    return bavail * bsize;
  },
  // On a full disk, no lock can be written.
  lockHeldByUs: () => orElse(renewLock, false),
});

const isOpenToOthers = (path: string): boolean => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & 0o077) !== 0;
};
