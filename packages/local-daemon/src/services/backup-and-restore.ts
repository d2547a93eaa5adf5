/**
 * Backup and restore. A restore checks the backup before it changes anything, and keeps the replaced database aside. [ST-2, RL-30, RL-43]
 */
import { dirname, isAbsolute } from 'node:path';
import {
  type Answer,
  type BackupFacts,
  type Engine,
  identityOf,
  otherVault,
  type VaultSecrets,
} from '@cairn/core';
import {
  type BackupResult,
  type CairnError,
  type Checked,
  cairnError,
  err,
  errorText,
  ok,
  type RestorePlan,
  type RestoreResult,
  refuse,
  refuseInput,
  systemCodeOf,
} from '@cairn/schema';
import type { EngineBox } from './engine-box.ts';
import { keptKeys, spendId } from './enter-vault.ts';
import { createQueue } from './queue.ts';
import type { SharedDeps } from './shared-deps.ts';

export type BackupAndRestore = ReturnType<typeof createBackupAndRestore>;

/** The database's files. Throws the file system's errors. */
export interface DatabaseFiles {
  exists(path: string): boolean;
  isFolder(path: string): boolean;
  /** Makes the file readable only by its owner. */
  makePrivate(path: string): void;
  /** Makes a durable copy beside the database. Returns its path. */
  stage(from: string): string;
  unstage(staged: string): void;
  /** Puts the staged copy in the database's place. Returns the path of the previous database. The database must be closed. */
  swapIn(staged: string): string;
  /** Undoes `swapIn`, when the new database cannot be opened. */
  swapBack(previous: string): void;
}

export interface BackupAndRestoreDeps extends Pick<SharedDeps, 'gate' | 'keyring' | 'notes' | 'log'> {
  /** Closed when the database cannot be opened. */
  readonly box: EngineBox;
  /** Null when the database is on a server. [ST-3] */
  readonly files: DatabaseFiles | null;
  /** Opens a copy and checks it. Changes nothing. */
  readonly checkBackup: (path: string) => Answer<BackupFacts>;
  /** Opens a copy as a separate database, and migrates it to the current schema. */
  readonly openCopy: (path: string) => Answer<Engine>;
  /** Returns the name of the scope whose file was backed up; null for this file and for others. [SP-1] */
  readonly scopeOfBackup: (facts: BackupFacts) => Promise<string | null>;
  readonly sync: { begin(): Promise<void>; end(): Promise<void> };
  /** Tries once more to delete the daemon's copies that hold forgotten texts. Returns whether none is left. [ST-4] */
  readonly settleCopies: () => Promise<boolean>;
  /** Starts embedding and schedules again, after a restore has replaced the database. */
  readonly restartServices: () => Promise<void>;
}

export const createBackupAndRestore = (deps: BackupAndRestoreDeps) => {
  const { box, gate, files, log } = deps;
  if (files === null) {
    const refused = async (_path: string): Answer<never> =>
      refuse(
        'storage_remote',
        'The database is on a server, so there is no file to copy or to replace. Use `cairn export` and `cairn import`, or the backups of the server.',
      );
    return { backup: refused, plan: refused, restore: refused };
  }
  const onFile = { ...deps, files };
  /** There is one place for a staged copy. */
  const oneAtATime = createQueue();
  return {
    backup: async (path: string): Answer<BackupResult> => {
      const wrong = wrongPath(path);
      if (wrong !== null) return err(wrong);
      if (files.exists(path)) return refuseInput(`${path} exists already. Choose another name.`);
      const folder = dirname(path);
      if (!files.isFolder(folder))
        return refuseInput(`There is no folder ${folder}. Make it, then try again.`);
      const made = await gate.share(() => box.current().backup(path));
      if (!made.ok)
        return made.error.kind === 'storage_read_only'
          ? refuse(
              'storage_read_only',
              `Nothing can be written into ${folder}. Choose another folder, or change its permissions.`,
            )
          : made;
      files.makePrivate(path);
      log.info('made a backup', { bytes: made.value.bytes });
      return ok({ path, ...made.value });
    },
    /** Returns what `restore` would do. Changes nothing. */
    plan: (path: string): Answer<RestorePlan> =>
      oneAtATime(async () => {
        const staged = await stageChecked(onFile, path);
        if (!staged.ok) return staged;
        files.unstage(staged.value.at);
        return gate.share(async () => ok(await planOf(onFile, path, staged.value.facts)));
      }),
    restore: (path: string): Answer<RestoreResult> =>
      oneAtATime(async () => {
        const staged = await stageChecked(onFile, path);
        return staged.ok ? gate.alone(() => replace(onFile, path, staged.value.at)) : staged;
      }),
  };
};

type OnFile = BackupAndRestoreDeps & { readonly files: DatabaseFiles };

/** Copies a backup beside the database. Refuses an unsound backup and one of another vault. */
const stageChecked = async (
  deps: OnFile,
  path: string,
): Answer<{ readonly at: string; readonly facts: BackupFacts }> => {
  const { files } = deps;
  const wrong = wrongPath(path);
  if (wrong !== null) return err(wrong);
  if (!files.exists(path)) return refuse('not_found', `There is no file ${path}.`);
  if (files.isFolder(path)) return refuseInput(`${path} is a folder, and a backup is a file. Give the file.`);
  const staged = attempt(() => files.stage(path));
  if (!staged.ok) return staged;
  const checked = await deps.checkBackup(staged.value);
  const vault = await ownVault(deps);
  const isOther =
    checked.ok && checked.value.vault !== null && vault !== null && checked.value.vault !== vault;
  const scope = checked.ok ? await deps.scopeOfBackup(checked.value) : null;
  if (checked.ok && !isOther && scope === null) return ok({ at: staged.value, facts: checked.value });
  files.unstage(staged.value);
  if (scope !== null) return refuseInput(otherScope(scope));
  if (checked.ok) return err(otherVault());
  return checked.error.kind === 'storage_corrupt'
    ? refuse('storage_corrupt', `${path} is not an intact backup of Cairn. Nothing was changed.`)
    : checked;
};

/**
 * Returns the open database, which holds this device's identity. Null when none is open, when it can only be read, or when it is an
 * empty one in the place of a lost one, whose keys are still here. [RL-43]
 */
const knowing = async ({ box, keyring, notes }: Knowing): Promise<Engine | null> => {
  const present = box.present();
  if (present === null || present.readOnly) return null;
  return (await keptKeys({ engine: () => present, keyring, notes })) === null ? present : null;
};

type Knowing = Pick<OnFile, 'box' | 'keyring' | 'notes'>;

/** Returns this device's vault, from the database. Without an open database, from the keyring, which is another file. */
const ownVault = async (deps: Knowing): Promise<string | null> => {
  const engine = await knowing(deps);
  if (engine === null) return (await deps.keyring.load())?.vault ?? null;
  return (await engine.syncFacts()).vault?.id ?? null;
};

const planOf = async (deps: OnFile, path: string, facts: BackupFacts): Promise<RestorePlan> => {
  const engine = await knowing(deps);
  const vault = await ownVault(deps);
  const { changedAt } = facts;
  const identity = engine !== null ? 'same' : facts.vault !== null ? 'new' : 'outside';
  return {
    path,
    memories: facts.memories,
    changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
    present: (await deps.box.present()?.counts())?.memories ?? null,
    vault,
    identity: vault === null ? 'none' : identity,
    unsent: vault === null || engine === null ? 0 : (await engine.syncFacts()).pending,
    ...(vault !== null && facts.vault === null ? { isFromOutside: true } : {}),
  };
};

const replace = async (deps: OnFile, path: string, staged: string): Answer<RestoreResult> => {
  const { box, sync, log } = deps;
  const wasOpen = box.present() !== null;
  await sync.end();
  const swapped = await swap(deps, staged);
  if (!swapped.ok) {
    const back = wasOpen ? await box.open() : ok(null);
    if (!back.ok) throw new Error(`the previous database cannot be opened again: ${back.error.message}`);
    await sync.begin();
    return swapped;
  }
  await sync.begin();
  await deps.restartServices();
  const { memories } = await box.current().counts();
  log.info('restored a backup', { memories });
  return ok({ path, memories, previous: swapped.value });
};

/**
 * Opens the copy in the database's place. Returns the path of the previous database. A failed swap is undone. The database is then
 * closed.
 */
const swap = async (deps: OnFile, staged: string): Answer<string> => {
  const { box, files } = deps;
  const taken = await takeOver(deps, staged);
  const swapped = taken.ok ? attempt(() => files.swapIn(staged)) : taken;
  if (!swapped.ok) {
    files.unstage(staged);
    return swapped;
  }
  const opened = await box.open();
  if (opened.ok) return swapped;
  files.swapBack(swapped.value);
  return opened;
};

/**
 * Writes this device's identity and its sync position into the copy, before the copy is in place. Otherwise a kill could leave a database
 * that the server takes for a clone of this device. The database is closed afterwards. [RL-30]
 */
const takeOver = async (deps: OnFile, staged: string): Answer<null> => {
  const { box, keyring, notes, openCopy, settleCopies } = deps;
  const isClean = await settleCopies();
  const own = (await (await knowing(deps))?.membership()) ?? null;
  const secrets = own === null ? await keyring.load() : null;
  await box.close();
  const opened = await openCopy(staged);
  if (!opened.ok) return opened;
  const copy = opened.value;
  try {
    if (copy.readOnly)
      return refuse('storage_newer', 'The backup was made by a newer Cairn. Update Cairn, then try again.');
    if (own === null) return await becomeAnother(copy, { keyring, notes }, secrets);
    // The backup's own `erasedAt` does not apply: that erasure is done, or was about other copies.
    const erasedAt = isClean ? null : own.meta.erasedAt;
    return await copy.takeMembership({ ...own, meta: { ...own.meta, erasedAt } });
  } finally {
    await copy.close();
  }
};

/**
 * Gives the copy another identity, because the push numbers that this device used since the backup are unknown. Notes the present
 * identity as lost. Sync then removes it from the list of devices. [RL-43]
 */
const becomeAnother = async (
  copy: Engine,
  { keyring, notes }: Pick<OnFile, 'keyring' | 'notes'>,
  secrets: VaultSecrets | null,
): Answer<null> => {
  const { vault, device: listed } = await copy.syncFacts();
  // Without keys, the copy leaves its vault. The vault may still list the copy's id, with other keys.
  if (secrets === null && vault !== null && listed !== null) spendId({ notes }, listed.id);
  const taken = await copy.loseMembership(secrets?.vault ?? null);
  if (!taken.ok || secrets === null || vault === null) return taken;
  const before = (secrets.lost ?? []).filter((one) => one.device.id !== secrets.device.id);
  await keyring.save({ ...secrets, lost: [...before, identityOf(secrets)] });
  return taken;
};

const otherScope = (scope: string): string =>
  `The backup is of the scope "${scope}". \`cairn --scope ${scope} restore FILE\` restores it there.`;

const wrongPath = (path: string): CairnError | null =>
  isAbsolute(path) ? null : cairnError('invalid_input', `The path must be absolute, not ${path}.`);

const attempt = <T>(work: () => T): Checked<T> => {
  try {
    return ok(work());
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT')
      return refuse('storage_full', 'The disk is full. Free some space, then try again.', true);
    return refuse('storage_read_only', `A file cannot be written: ${errorText(error)}.`);
  }
};
