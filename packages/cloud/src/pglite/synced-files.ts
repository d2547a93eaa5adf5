/**
 * Syncs PGlite's files to disk. PGlite starts Postgres without `fsync`, and its file system does not implement it. Without this module a
 * power failure would lose acknowledged pushes and the order of writes.
 */
import { closeSync, type Dirent, fsyncSync, openSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** `-F` would switch `fsync` off. PGlite's library supports only `fsync` as the method to sync the log. */
export const SYNCED_START: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
];

/** WASI's number. Postgres then stops, and recovers from its log. */
const EIO = 29;

interface OpenFile {
  /** Absent for a folder. */
  readonly nfd?: number;
  readonly node: object;
}
interface NodeFiles {
  readonly stream_ops: object;
  readonly realPath: (node: object) => string;
}

const addSync = ({ stream_ops, realPath }: NodeFiles): void => {
  const fsync = ({ nfd, node }: OpenFile): number => {
    if (nfd === undefined) {
      syncFolder(realPath(node));
      return 0;
    }
    try {
      fsyncSync(nfd);
      return 0;
    } catch {
      return EIO;
    }
  };
  Object.assign(stream_ops, { fsync });
};

export const createSyncedFiles = (folder: string): NodeFS => {
  const files = new NodeFS(folder);
  const init = files.init.bind(files);
  files.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: { NODEFS: NodeFiles }) => addSync(module.NODEFS),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  };
  return files;
};

/** Does nothing on Windows, which cannot sync a folder. */
export const syncFolder = (path: string): void => {
  try {
    const descriptor = openSync(path, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    // The folder's files are synced nevertheless.
  }
};

/** The number of parallel syncs: a disk answers many in the time of a few. */
const BESIDE = 16;

/** Syncs the folder and everything below it. */
export const syncTree = async (folder: string): Promise<void> => {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name);
  const files = entries.filter((entry) => entry.isFile()).map(pathOf);
  for (let from = 0; from < files.length; from += BESIDE)
    await Promise.all(files.slice(from, from + BESIDE).map(syncFile));
  for (const entry of entries) if (entry.isDirectory()) syncFolder(pathOf(entry));
  syncFolder(folder);
};

const syncFile = async (path: string): Promise<void> => {
  const opened = await open(path, 'r+');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
};
