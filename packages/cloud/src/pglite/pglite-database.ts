/** The embedded Postgres. Only this module imports PGlite. It has one session, so transactions queue. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { orElse } from '@cairn/schema';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import {
  PLANNER_SETTINGS,
  type SqlDatabase,
  type SqlParam,
  type SqlSession,
  transientState,
} from '../sql/database.ts';
import { createRoomCheck, missingRoom } from './room.ts';
import { createSyncedFiles, SYNCED_START, syncFolder, syncTree } from './synced-files.ts';

/**
 * Switches off V8's optimizing compiler for WebAssembly, which needs half a gigabyte for Postgres. Without it a push takes 1.1 to 1.6
 * times the processor time. [OP-14] The setting is for the whole process, and must be made before the first compilation.
 */
const withoutSecondCompiler = (): void => {
  for (const flag of ['--liftoff', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag);
};

/** Postgres' default of 128 MB fills up over time, and the system's cache holds the same pages. [OP-14] */
const SMALL: readonly string[] = ['-c', 'shared_buffers=16MB'];

/** `check`: throws if there is no room for the statement. */
const createSession = (
  db: Pick<Transaction, 'query' | 'exec'>,
  check: (text: string) => void,
): SqlSession => ({
  query: async (text, params: readonly SqlParam[] = []) => {
    check(text);
    return (await db.query<Record<string, unknown>>(text, [...params])).rows;
  },
  values: async (text, params) => {
    check(text);
    return (await db.query<unknown[]>(text, [...params], { rowMode: 'array' })).rows;
  },
  exec: async (text) => {
    check(text);
    await db.exec(text);
  },
});

/** Opens a database, or makes it. `folder`: null for a database in memory. The caller must hold the folder's `data-lock`. */
export const createPgliteDatabase = async (folder: string | null): Promise<SqlDatabase> => {
  withoutSecondCompiler();
  if (folder !== null && !existsSync(folder)) await makeDatabase(folder);
  if (folder !== null) closeToOthers(folder);
  const db = await PGlite.create(folder === null ? fromEmpty() : onDisk(folder));
  const settings = Object.entries(PLANNER_SETTINGS).map(([name, value]) => `set ${name} = ${value};`);
  await db.exec(settings.join(' '));
  const check = folder === null ? () => {} : createRoomCheck(folder);
  return {
    ...createSession(db, check),
    // The time limits are ignored. One session never waits for a lock, and PGlite cannot cancel a statement.
    transaction: (work) => db.transaction((tx) => work(createSession(tx, check))),
    single: (work) => work(createSession(db, check)),
    unavailable: transientState,
    whyNoWrites: async () =>
      folder === null || missingRoom(folder) === null ? null : 'Its disk is almost full.',
    // Postgres' autovacuum is another process, which PGlite does not have.
    reclaim: () => createSession(db, check).exec('vacuum'),
    close: () => db.close(),
  };
};

const onDisk = (folder: string) => ({
  fs: createSyncedFiles(folder),
  startParams: [...SYNCED_START, ...SMALL],
});

const fromEmpty = (): { readonly loadDataDir?: Blob } => {
  const empty = readEmptyDatabase();
  return empty === null ? {} : { loadDataDir: empty };
};

/**
 * Closes the folder to other users, because PGlite makes files that anybody may write. The folder around it may be an operator's own.
 * A file system without modes keeps its own. [TR-62]
 */
const closeToOthers = (folder: string): void => orElse(() => chmodSync(folder, 0o700), undefined);

/** Makes the database under another name and renames it, so that a killed process leaves no partial database. */
const makeDatabase = async (folder: string): Promise<void> => {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  const startParams = [...PGlite.defaultStartParams, ...SMALL];
  const db = await PGlite.create({ dataDir: fresh, startParams, ...fromEmpty() });
  await db.close();
  await syncTree(fresh);
  renameSync(fresh, folder);
  syncFolder(dirname(folder));
};

/**
 * The file name of an initialised, empty database that the build stores beside the bundle. Unpacking it takes 1.2 s of processor time,
 * initialising one 6.3 s (two slow cores).
 */
const NAME = /^empty-database-.*\.tar\.gz$/;

/** In a bundle, this file is in `dist` itself. */
const DIST = fileURLToPath(
  import.meta.url.endsWith('.ts') ? new URL('../../dist/', import.meta.url) : new URL('.', import.meta.url),
);

/** Returns a gzipped tar for PGlite's `loadDataDir`. Null without a build; PGlite then initialises a database. */
export const readEmptyDatabase = (folder: string = DIST): Blob | null =>
  orElse(() => {
    const name = readdirSync(folder).find((entry) => NAME.test(entry));
    return name === undefined ? null : new Blob([readFileSync(join(folder, name))]);
  }, null);
