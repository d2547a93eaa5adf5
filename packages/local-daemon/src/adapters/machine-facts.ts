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
    // Only its owner may close a file. The doctor looks again and says which ones stayed open.
    if (fix)
      for (const path of open)
        orElse(() => chmodSync(path, folders.includes(path) ? 0o700 : 0o600), undefined);
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
  // A path that this user cannot look at lies in another user's closed folder.
  const stats = orElse(() => statSync(path, { throwIfNoEntry: false }), undefined);
  return stats !== undefined && (stats.mode & 0o077) !== 0;
};
