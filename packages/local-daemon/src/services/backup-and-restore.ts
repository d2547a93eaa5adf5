/** Backup and restore. A restore is checked before anything is touched, and what it replaces is kept aside. [ST-2, RL-30] */
import { dirname, isAbsolute } from 'node:path';
import { type BackupFacts, type Engine, otherVault } from '@cairn/core';
import {
  type BackupResult,
  type CairnError,
  cairnError,
  err,
  ok,
  type RestorePlan,
  type RestoreResult,
  type Result,
} from '@cairn/schema';
import type { EngineBox } from './engine-box.ts';
import type { Gate } from './gate.ts';
import type { Log } from './log.ts';

export interface BackupAndRestore {
  backup(path: string): Promise<Result<BackupResult, CairnError>>;
  /** Tells what `restore` would do. Touches nothing. */
  plan(path: string): Promise<Result<RestorePlan, CairnError>>;
  restore(path: string): Promise<Result<RestoreResult, CairnError>>;
}

/** The database's files. Throws what the file system throws. */
export interface DatabaseFiles {
  exists(path: string): boolean;
  isFolder(path: string): boolean;
  /** Only the owner may read it. */
  makePrivate(path: string): void;
  /** A durable copy beside the database; its path. */
  stage(from: string): string;
  unstage(staged: string): void;
  /** Puts the staged copy in the database's place; where the previous one is now. The database must be closed. */
  swapIn(staged: string): string;
  /** The reverse, when the new one cannot be opened. */
  swapBack(previous: string): void;
}

export interface BackupAndRestoreDeps {
  readonly box: EngineBox;
  readonly gate: Gate;
  /** Null: the database is on a server. [ST-3] */
  readonly files: DatabaseFiles | null;
  /** Opens a copy, checks it, and touches nothing. */
  readonly checkBackup: (path: string) => Promise<Result<BackupFacts, CairnError>>;
  /** A copy as a database of its own, brought to the present shape. */
  readonly openCopy: (path: string) => Promise<Result<Engine, CairnError>>;
  readonly sync: { begin(): Promise<void>; end(): Promise<void> };
  /** Whether no copy that the daemon made holds anything forgotten, after one more try. [ST-4] */
  readonly settleCopies: () => Promise<boolean>;
  /** Lets the other services look at the database again after another one took its place. */
  readonly beginAnew: () => Promise<void>;
  readonly log: Log;
}

export const createBackupAndRestore = (deps: BackupAndRestoreDeps): BackupAndRestore => {
  const { box, gate, files, log } = deps;
  if (files === null) {
    const refuse = async () => err(NO_FILE);
    return { backup: refuse, plan: refuse, restore: refuse };
  }
  const onFile = { ...deps, files };
  let last: Promise<unknown> = Promise.resolve();
  /** There is one place for a staged copy. */
  const oneAtATime = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    backup: async (path) => {
      const wrong = wrongPath(path);
      if (wrong !== null) return err(wrong);
      if (files.exists(path))
        return err(cairnError('invalid_input', `${path} is already there. Choose another name.`));
      const folder = dirname(path);
      if (!files.isFolder(folder))
        return err(cairnError('invalid_input', `There is no folder ${folder}. Make it, then try again.`));
      const made = await gate.share(() => box.current().backup(path));
      if (!made.ok) return made.error.kind === 'storage_read_only' ? err(closed(folder)) : made;
      files.makePrivate(path);
      log.info('made a backup', { bytes: made.value.bytes });
      return ok({ path, ...made.value });
    },
    plan: (path) =>
      oneAtATime(async () => {
        const staged = await stageChecked(onFile, path);
        if (!staged.ok) return staged;
        files.unstage(staged.value.at);
        return gate.share(async () => ok(await planOf(box.current(), path, staged.value.facts)));
      }),
    restore: (path) =>
      oneAtATime(async () => {
        const staged = await stageChecked(onFile, path);
        return staged.ok ? gate.alone(() => replace(onFile, path, staged.value.at)) : staged;
      }),
  };
};

type OnFile = BackupAndRestoreDeps & { readonly files: DatabaseFiles };

interface Staged {
  readonly at: string;
  readonly facts: BackupFacts;
}

/** A sound copy of a backup that this device can take, beside the database. */
const stageChecked = async (deps: OnFile, path: string): Promise<Result<Staged, CairnError>> => {
  const { files, box } = deps;
  const wrong = wrongPath(path);
  if (wrong !== null) return err(wrong);
  if (!files.exists(path)) return err(cairnError('not_found', `There is no file ${path}.`));
  if (files.isFolder(path))
    return err(cairnError('invalid_input', `${path} is a folder, and a backup is a file. Name that.`));
  const staged = attempt(() => files.stage(path));
  if (!staged.ok) return staged;
  const checked = await deps.checkBackup(staged.value);
  const { vault } = await box.current().syncFacts();
  const isOther =
    checked.ok && checked.value.vault !== null && vault !== null && checked.value.vault !== vault.id;
  if (checked.ok && !isOther) return ok({ at: staged.value, facts: checked.value });
  files.unstage(staged.value);
  if (checked.ok) return err(otherVault());
  return checked.error.kind === 'storage_corrupt' ? err(unsound(path)) : checked;
};

const planOf = async (engine: Engine, path: string, facts: BackupFacts): Promise<RestorePlan> => {
  const [{ vault, pending }, { memories }] = [await engine.syncFacts(), await engine.counts()];
  const { changedAt } = facts;
  return {
    path,
    memories: facts.memories,
    changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
    present: memories,
    vault: vault?.id ?? null,
    unsent: vault === null ? 0 : pending,
  };
};

/** Backup and restore both refuse with this where the database is no file. */
const NO_FILE = cairnError(
  'storage_remote',
  'The database is on a server, so there is no file to copy or to replace. Use `cairn export` and `cairn import`, or what the server offers for backups.',
);

const replace = async (
  deps: OnFile,
  path: string,
  staged: string,
): Promise<Result<RestoreResult, CairnError>> => {
  const { box, files, sync, log } = deps;
  await sync.end();
  const taken = await takeOver(deps, staged);
  const swapped = taken.ok ? attempt(() => files.swapIn(staged)) : taken;
  if (!swapped.ok) files.unstage(staged);
  const opened = await box.open();
  if (swapped.ok && opened.ok) {
    await sync.begin();
    await deps.beginAnew();
    const { memories } = await box.current().counts();
    log.info('restored a backup', { memories });
    return ok({ path, memories, previous: swapped.value });
  }
  if (swapped.ok) {
    files.swapBack(swapped.value);
    const back = await box.open();
    if (!back.ok) throw new Error(`the previous database cannot be opened again: ${back.error.message}`);
  } else if (!opened.ok) throw new Error(`the database cannot be opened again: ${opened.error.message}`);
  await sync.begin();
  return opened.ok && !swapped.ok ? swapped : err(opened.ok ? cairnError('internal', '') : opened.error);
};

/**
 * Before it is in place, the copy learns who this device is and how far it came, so that no kill leaves a file in place that the
 * server takes for a copied device's. Nothing is known of a file that is only read. The database is closed afterwards. [RL-30]
 */
const takeOver = async (
  { box, openCopy, settleCopies }: OnFile,
  staged: string,
): Promise<Result<null, CairnError>> => {
  const isClean = await settleCopies();
  const own = box.current().readOnly ? null : await box.current().membership();
  await box.close();
  const opened = await openCopy(staged);
  if (!opened.ok) return opened;
  const copy = opened.value;
  try {
    if (copy.readOnly) return err(NEWER);
    if (own === null) return ok(null);
    // The backup's task to end copies is over, or was about other copies.
    const erasedAt = isClean ? null : own.meta.erasedAt;
    return await copy.takeMembership({ ...own, meta: { ...own.meta, erasedAt } });
  } finally {
    await copy.close();
  }
};

/** It could only be read, which is not what a restore is for. */
const NEWER = cairnError(
  'storage_newer',
  'The backup was made by a newer Cairn. Update Cairn, then try again.',
);

const unsound = (path: string): CairnError =>
  cairnError('storage_corrupt', `${path} is no sound backup of Cairn. Nothing was changed.`);

const closed = (folder: string): CairnError =>
  cairnError(
    'storage_read_only',
    `Nothing can be written into ${folder}. Choose another folder, or change its permissions.`,
  );

const wrongPath = (path: string): CairnError | null =>
  isAbsolute(path) ? null : cairnError('invalid_input', `The path has to be absolute, not ${path}.`);

const attempt = <T>(work: () => T): Result<T, CairnError> => {
  try {
    return ok(work());
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const message = error instanceof Error ? error.message : String(error);
    if (code === 'ENOSPC' || code === 'EDQUOT')
      return err(cairnError('storage_full', 'The disk is full. Make room, then try again.', true));
    return err(cairnError('storage_read_only', `A file cannot be written: ${message}.`));
  }
};
