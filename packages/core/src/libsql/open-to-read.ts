/**
 * Opens a file for reading that cannot be written, or whose disk is full. SQLite writes even when it reads: the index
 * of the log (`-wal`) is in a third file (`-shm`). [RL-22]
 */
import { chmod, copyFile, mkdtemp, rm, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CairnError } from '@cairn/schema';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations';
import { type StoreFailure, storeFailure } from '../ports/store-failure.ts';
import { openDatabase } from './database.ts';
import { NEWER, readApplied, stateOf } from './migrate.ts';
import { type OpenedWriter, onlyReading, openWriter, sizeOf } from './open-store.ts';

export interface ReadOnlyOptions {
  /** Why nothing can be written. */
  readonly why: CairnError;
  /** Folders where a copy may be made, best first. There are several, because one of them may be on the full disk. */
  readonly copyFolders: readonly string[];
  /** The beginning of the copy's name. It tells whose copy it is. */
  readonly copyName: string;
}

/**
 * Tries in this order: the file and its log, read-only; the file alone, when there is no log; a copy, migrated to the present
 * schema. Throws `StoreFailure` when there is no file, it is damaged, or none of these works.
 */
export const openToRead = async (
  path: string,
  { why, copyFolders, copyName }: ReadOnlyOptions,
  nowMs: () => number,
): Promise<OpenedWriter> => {
  const bytes = await sizeOf(path);
  if (bytes === 0) throw refusal(why);
  const log = await sizeOf(`${path}-wal`);
  const url = pathToFileURL(path).href;
  // `immutable` needs neither locks nor the third file. It is safe here, as nobody can write to the file.
  const urls = log === 0 ? [`${url}?mode=ro`, `${url}?mode=ro&immutable=1`] : [`${url}?mode=ro`];
  let last: unknown = null;
  for (const readUrl of urls) {
    try {
      const state = await schemaStateOf(readUrl);
      // The file must be migrated first, and only a copy can be migrated.
      if (state === 'old') break;
      return await openReader(readUrl, state === 'newer' ? storeFailure('newer', NEWER) : refusal(why));
    } catch (error) {
      last = error;
    }
  }
  const copy = await copyOf(path, bytes + log, copyFolders, copyName);
  if (copy === null) throw last ?? refusal(why);
  try {
    await (await openWriter({ path: copy.path, nowMs })).store.close();
    const opened = await openReader(copy.path, refusal(why));
    return { ...opened, forgetCopy: copy.remove };
  } catch (error) {
    await copy.remove();
    throw error;
  }
};

const refusal = ({ kind, message }: CairnError): StoreFailure =>
  storeFailure(kind === 'storage_full' ? 'full' : 'read_only', message);

const openReader = async (path: string, why: StoreFailure): Promise<OpenedWriter> => ({
  ...onlyReading(await openDatabase({ path, role: 'reader' }), why),
  readFrom: path,
});

const schemaStateOf = async (path: string): Promise<ReturnType<typeof stateOf>> => {
  const database = await openDatabase({ path, role: 'reader' });
  try {
    return stateOf(await readApplied(database), LOCAL_MIGRATIONS);
  } finally {
    database.close();
  }
};

/** Copies the file and its log, for their owner only. Null: no folder has room. */
const copyOf = async (
  path: string,
  bytes: number,
  folders: readonly string[],
  name: string,
): Promise<{ readonly path: string; remove(): Promise<void> } | null> => {
  for (const parent of folders) {
    let folder: string | null = null;
    try {
      const { bavail, bsize } = await statfs(parent);
      // Needs twice the space, because the migration writes a log and an index beside the copy.
      if (bavail * bsize < 2 * bytes) continue;
      folder = await mkdtemp(join(parent, name));
      const copy = join(folder, basename(path));
      await copyFile(path, copy);
      await chmod(copy, 0o600);
      if ((await sizeOf(`${path}-wal`)) > 0) {
        await copyFile(`${path}-wal`, `${copy}-wal`);
        await chmod(`${copy}-wal`, 0o600);
      }
      const made = folder;
      return { path: copy, remove: () => rm(made, { recursive: true, force: true }) };
    } catch {
      if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
  return null;
};
