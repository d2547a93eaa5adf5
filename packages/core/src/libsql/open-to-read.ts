/**
 * Opens a file that cannot be written, or whose disk is full, for reading. SQLite wants to write even then: the log beside the
 * file needs an index, which is shared by a third file. [RL-22]
 */
import { chmod, copyFile, mkdtemp, rm, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CairnError } from '@cairn/schema';
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations/local';
import { type StoreFailure, storeFailure } from '../ports/store-failure.ts';
import { openDatabase } from './database.ts';
import { NEWER, readApplied, stateOf } from './migrate.ts';
import { type OpenedWriter, onlyReading, openWriter } from './open-store.ts';

export interface ReadingWish {
  /** Why nothing can be written. */
  readonly why: CairnError;
  /** Where a copy may be made, best first. Several, because the full disk may be the one that has them. */
  readonly copyFolders: readonly string[];
}

/**
 * In this order: with the log as it is; without a log, when there is none; a copy, brought to the present shape. Throws
 * `StoreFailure` when there is no file, it is damaged, or nothing of this is possible.
 */
export const openToRead = async (
  path: string,
  { why, copyFolders }: ReadingWish,
  nowMs: () => number,
): Promise<OpenedWriter> => {
  const bytes = await sizeOf(path);
  if (bytes === 0) throw refusal(why);
  const log = await sizeOf(`${path}-wal`);
  const url = pathToFileURL(path).href;
  // Nobody writes to a file that nothing can be written to, so its rows may be taken as they are.
  const ways = log === 0 ? [`${url}?mode=ro`, `${url}?mode=ro&immutable=1`] : [`${url}?mode=ro`];
  let last: unknown = null;
  for (const way of ways) {
    try {
      const state = await stateBy(way);
      if (state === 'old') break;
      return await openBy(way, state === 'newer' ? storeFailure('newer', NEWER) : refusal(why));
    } catch (error) {
      last = error;
    }
  }
  const copy = await copyOf(path, bytes + log, copyFolders);
  if (copy === null) throw last ?? refusal(why);
  try {
    await (await openWriter({ path: copy.path, nowMs })).store.close();
    const opened = await openBy(copy.path, refusal(why));
    return { ...opened, forgetCopy: copy.remove };
  } catch (error) {
    await copy.remove();
    throw error;
  }
};

const refusal = ({ kind, message }: CairnError): StoreFailure =>
  storeFailure(kind === 'storage_full' ? 'full' : 'read_only', message);

const openBy = async (path: string, why: StoreFailure): Promise<OpenedWriter> => ({
  ...onlyReading(await openDatabase({ path, role: 'reader' }), why),
  readFrom: path,
});

const stateBy = async (path: string): Promise<ReturnType<typeof stateOf>> => {
  const database = await openDatabase({ path, role: 'reader' });
  try {
    return stateOf(await readApplied(database), LOCAL_MIGRATIONS);
  } finally {
    database.close();
  }
};

interface Copy {
  readonly path: string;
  remove(): Promise<void>;
}

/** For its owner only. Null: no folder has room for it. */
const copyOf = async (path: string, bytes: number, folders: readonly string[]): Promise<Copy | null> => {
  for (const parent of folders) {
    let folder: string | null = null;
    try {
      const { bavail, bsize } = await statfs(parent);
      // The copy's own log and index come on top.
      if (bavail * bsize < 2 * bytes) continue;
      folder = await mkdtemp(join(parent, 'cairn-reading-'));
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

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
};
