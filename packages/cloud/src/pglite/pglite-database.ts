/** The embedded Postgres, which is imported nowhere else. One session: transactions queue behind each other. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import {
  PLANNER_SETTINGS,
  type SqlDatabase,
  type SqlParam,
  type SqlSession,
  transientState,
} from '../sql/database.ts';
import { createSyncedFiles, SYNCED_START, syncFolder, syncTree } from './synced-files.ts';

/**
 * V8's second compiler takes half a gigabyte for Postgres' WebAssembly. Without it a push takes 1.1 to 1.6 times the
 * processor. [OP-14] A choice of the whole process, made before the first is compiled.
 */
const withoutSecondCompiler = (): void => {
  for (const flag of ['--liftoff', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
    setFlagsFromString(flag);
};

/** Postgres' own 128 MB are filled in time, and what lies in them lies in the system's cache as well. [OP-14] */
const SMALL: readonly string[] = ['-c', 'shared_buffers=16MB'];

const createSession = (db: Pick<Transaction, 'query' | 'exec'>): SqlSession => ({
  query: async (text, params: readonly SqlParam[] = []) =>
    (await db.query<Record<string, unknown>>(text, [...params])).rows,
  values: async (text, params) => (await db.query<unknown[]>(text, [...params], { rowMode: 'array' })).rows,
  exec: async (text) => {
    await db.exec(text);
  },
});

/**
 * `folder`: where the database lives, or null for one in memory. The folder has no lock of its own: the opener of it holds
 * the one of `data-lock`.
 */
export const createPgliteDatabase = async (folder: string | null): Promise<SqlDatabase> => {
  withoutSecondCompiler();
  if (folder !== null && !existsSync(folder)) await makeDatabase(folder);
  const db = await PGlite.create(folder === null ? fromEmpty() : onDisk(folder));
  const settings = Object.entries(PLANNER_SETTINGS).map(([name, value]) => `set ${name} = ${value};`);
  await db.exec(settings.join(' '));
  return {
    ...createSession(db),
    // One session: a lock is never waited for, and a statement cannot be cancelled, so there is nothing to limit.
    transaction: (work) => db.transaction((tx) => work(createSession(tx))),
    single: (work) => work(createSession(db)),
    unavailable: transientState,
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

/** Made under another name, so that a process that is killed meanwhile leaves no half of a database. */
const makeDatabase = async (folder: string): Promise<void> => {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const startParams = [...PGlite.defaultStartParams, ...SMALL];
  const db = await PGlite.create({ dataDir: fresh, startParams, ...fromEmpty() });
  await db.close();
  await syncTree(fresh);
  renameSync(fresh, folder);
  syncFolder(dirname(folder));
};

/**
 * An initialised, empty database as the build keeps it beside the bundle: unpacking it takes a fifth of the processor time
 * that initialising one does, 1.2 s instead of 6.3 s on 2 slow cores.
 */
const NAME = /^empty-database-.*\.tar\.gz$/;

/** As a bundle this file lies in `dist` itself. */
const DIST = fileURLToPath(
  import.meta.url.endsWith('.ts') ? new URL('../../dist/', import.meta.url) : new URL('.', import.meta.url),
);

/** A gzipped tar for PGlite's `loadDataDir`, or null where nothing was built: then a database is initialised. */
export const readEmptyDatabase = (folder: string = DIST): Blob | null => {
  try {
    const name = readdirSync(folder).find((entry) => NAME.test(entry));
    return name === undefined ? null : new Blob([readFileSync(join(folder, name))]);
  } catch {
    // No such folder: sources without a build.
    return null;
  }
};
