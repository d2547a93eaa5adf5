/**
 * Restores a backup without a daemon, if no daemon can open the database. `cairn restore` then does it in its own process, under the
 * daemon's lock. A backup does not repair other reasons why a daemon does not start. [RL-43]
 */
import { hostname } from 'node:os';
import { isInTheWay, lockTarget, type Paths, scopePaths, takeLock } from '@cairn/client/device';
import { type BackupFacts, checkBackup, openEngine } from '@cairn/core';
import { type Checked, refuse } from '@cairn/schema';
import { createConfigReader } from './adapters/config-reader.ts';
import { createDatabaseFiles, finishRestore } from './adapters/database-files.ts';
import { createKeyringFile } from './adapters/keyring-file.ts';
import { createLog } from './adapters/log.ts';
import { createPairingFile } from './adapters/pairing-file.ts';
import { createScopeFiles } from './adapters/scope-files.ts';
import { type BackupAndRestore, createBackupAndRestore } from './services/backup-and-restore.ts';
import { createEngineBox } from './services/engine-box.ts';
import { createGate } from './services/gate.ts';

export type Restoring = Pick<BackupAndRestore, 'plan' | 'restore'>;

export interface RestoringOptions {
  readonly paths: Paths;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether `paths` are those of a scope. */
  readonly isScope: boolean;
}

/** Returns null if the database opens, is on a server or is locked by another program, or if the configuration is invalid. */
export const openRestoring = async ({ paths, env, isScope }: RestoringOptions): Promise<Restoring | null> => {
  const reader = createConfigReader(paths, env, hostname());
  const config = reader.ok ? reader.value.load() : reader;
  if (!config.ok || config.value.store !== null) return null;
  const { deviceName } = config.value;
  const openAt = (path: string) => openEngine({ path, deviceName });
  const isBroken = await locked(paths, async () => {
    finishRestore(paths.database, paths.backups);
    if (isInTheWay(paths.database)) return true;
    const opened = await openAt(paths.database);
    if (opened.ok) await opened.value.close();
    return !opened.ok && BROKEN.has(opened.error.kind);
  });
  if (isBroken !== true) return null;
  const box = createEngineBox(() => openAt(paths.database));
  const keyring = createKeyringFile(paths.keys);
  const backups = createBackupAndRestore({
    ...{ box, checkBackup, openCopy: openAt, gate: createGate() },
    ...{ keyring, notes: createPairingFile(paths.pendingJoin) },
    files: createDatabaseFiles(paths.database, paths.backups),
    sync: { begin: nothing, end: nothing },
    scopeOfBackup: async (facts) => (isScope ? null : scopeOf(facts, paths, (await keyring.load()) !== null)),
    settleCopies: async () => false,
    restartServices: nothing,
    log: createLog({ path: paths.log, foreground: false }),
  });
  return {
    plan: async (path) => (await locked(paths, () => backups.plan(path))) ?? taken(),
    restore: async (path) => {
      const work = () => backups.restore(path).finally(box.close);
      return (await locked(paths, work)) ?? taken();
    },
  };
};

/** As the daemon does, but the scopes' files tell it. [SP-1] */
const scopeOf = async (
  { device, vault }: BackupFacts,
  paths: Paths,
  isInVault: boolean,
): Promise<string | null> => {
  for (const [name] of createScopeFiles(paths).list()) {
    const facts = await checkBackup(scopePaths(paths, name).database);
    if (!facts.ok) continue;
    const isSame = device !== null && facts.value.device === device;
    if (isSame || (!isInVault && vault !== null && facts.value.vault === vault)) return name;
  }
  return null;
};

const nothing = async (): Promise<void> => undefined;

/** Error kinds that a restore repairs. `internal`: the file cannot be upgraded or read, though no damage is known. [RL-26] */
const BROKEN: ReadonlySet<string> = new Set(['storage_corrupt', 'internal']);

/** Runs `work` under the daemon's lock. Returns null if another program holds the lock. No lock is held while a person is asked. */
const locked = async <T>(paths: Paths, work: () => Promise<T>): Promise<T | null> => {
  const lock = takeLock(paths.lock);
  if (lock.kind === 'held') return null;
  try {
    // Another home may have the file open to which the database leads as a link. [SD-7]
    const target = lockTarget(paths.database);
    if (target.kind === 'held') return null;
    return await work().finally(target.release);
  } finally {
    lock.release();
  }
};

const taken = (): Checked<never> =>
  refuse('stopping', 'Another program is using the database now. Try again.', true);
