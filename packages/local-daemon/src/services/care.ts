/** Backup and restore. A restore is checked before anything is touched, and what it replaces is kept aside. [ST-2] */
import { dirname, isAbsolute } from 'node:path';
import type { SyncFacts } from '@cairn/core';
import {
  type BackupResult,
  type CairnError,
  cairnError,
  err,
  ok,
  type RestoreResult,
  type Result,
} from '@cairn/schema';
import type { EngineBox } from './engine-box.ts';
import type { Gate } from './gate.ts';
import type { Log } from './log.ts';

export interface CareService {
  backup(path: string): Promise<Result<BackupResult, CairnError>>;
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

export interface CareDeps {
  readonly box: EngineBox;
  readonly gate: Gate;
  /** Null: the database is on a server. [ST-3] */
  readonly files: DatabaseFiles | null;
  /** Opens a copy, checks it, and touches nothing. */
  readonly checkBackup: (path: string) => Promise<Result<unknown, CairnError>>;
  readonly sync: { begin(): Promise<void>; end(): Promise<void> };
  /** What else has to look at the database anew when another one took its place. */
  readonly beginAnew: () => Promise<void>;
  /** After the file was replaced: puts it into the vault that this device is in, should the backup be from before. */
  readonly reenterVault: (before: SyncFacts) => Promise<void>;
  readonly log: Log;
}

export const createCare = (deps: CareDeps): CareService => {
  const { box, gate, files, log } = deps;
  if (files === null) return { backup: async () => err(NO_FILE), restore: async () => err(NO_FILE) };
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
    restore: async (path) => {
      const wrong = wrongPath(path);
      if (wrong !== null) return err(wrong);
      if (!files.exists(path)) return err(cairnError('not_found', `There is no file ${path}.`));
      if (files.isFolder(path))
        return err(cairnError('invalid_input', `${path} is a folder, and a backup is a file. Name that.`));
      const staged = attempt(() => files.stage(path));
      if (!staged.ok) return staged;
      const checked = await deps.checkBackup(staged.value);
      if (!checked.ok) {
        files.unstage(staged.value);
        return checked.error.kind === 'storage_corrupt' ? err(unsound(path)) : checked;
      }
      return gate.alone(() => replace({ ...deps, files }, path, staged.value));
    },
  };
};

/** What either would do with a file. */
const NO_FILE = cairnError(
  'storage_remote',
  'The database is on a server, so there is no file to copy or to replace. Use `cairn export` and `cairn import`, or what the server offers for backups.',
);

const replace = async (
  deps: CareDeps & { readonly files: DatabaseFiles },
  path: string,
  staged: string,
): Promise<Result<RestoreResult, CairnError>> => {
  const { box, files, sync, log } = deps;
  const before = await box.current().syncFacts();
  await sync.end();
  await box.close();
  const swapped = attempt(() => files.swapIn(staged));
  const opened = await openWritable(box);
  if (swapped.ok && opened.ok) {
    await deps.reenterVault(before);
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
  return swapped.ok && !opened.ok ? opened : err(swapped.ok ? cairnError('internal', '') : swapped.error);
};

/** A copy of a newer program could only be read, which is not what a restore is for. */
const openWritable = async (box: EngineBox): Promise<Result<null, CairnError>> => {
  const opened = await box.open();
  if (!opened.ok || !box.current().readOnly) return opened;
  await box.close();
  return err(
    cairnError('storage_newer', 'The backup was made by a newer Cairn. Update Cairn, then try again.'),
  );
};

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
