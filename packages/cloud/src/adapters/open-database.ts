/** Opens the configured database. Loads PGlite only if it is configured. */

import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { err, errorText, ok, orElse, type Result } from '@cairn/schema';
import type { ServerConfig } from '../config.ts';
import { type DataLock, takeDataLock } from '../pglite/data-lock.ts';
import { missingRoom } from '../pglite/room.ts';
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { isServed } from './admin-socket.ts';

const inUse = (folder: string, holder: string): string =>
  `The database in ${folder} is in use by ${holder}. Stop it, or set CAIRN_SERVER_DATA to another folder.`;

const embeddedIn = (folder: string): string => join(folder, 'database');

/** Whether the embedded database was made before. Opening it makes it. */
export const isMade = (folder: string): boolean => existsSync(embeddedIn(folder));

/** Returns the refusal to root, whose files would be closed to the server of another user. Null for everybody else. */
export const refusalToRoot = (config: ServerConfig['database']): string | null => {
  if (config.kind === 'postgres' || process.getuid?.() !== 0) return null;
  const { folder } = config;
  const owned = statSync(isMade(folder) ? embeddedIn(folder) : folder, { throwIfNoEntry: false });
  return owned === undefined || owned.uid === 0
    ? null
    : `The database in ${folder} belongs to the user ${owned.uid}, and files that root makes there would be closed to that user. Start the server and run this again: the server then does the work. Or run this as that user: setpriv --reuid ${owned.uid} --regid ${owned.gid} --clear-groups.`;
};

const isClosed = (path: string): boolean =>
  orElse(() => {
    accessSync(path, constants.R_OK | constants.W_OK);
    return false;
  }, true);

/** PGlite's file system throws WASI's number of the error, without words. */
const fileErrorOf = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || error instanceof Error || !('errno' in error))
    return null;
  return error.errno === NO_SPACE ? 'no space is left on the disk' : `file error ${String(error.errno)}`;
};
const NO_SPACE = 51;

/** Returns why the database does not open. For a file that this user may not write, Postgres says nothing of use. */
export const openingFailure = (folder: string, error: unknown): string => {
  const names = orElse(() => readdirSync(embeddedIn(folder), { encoding: 'utf8', recursive: true }), []);
  const closed = names.map((name) => join(embeddedIn(folder), name)).find(isClosed);
  if (closed !== undefined)
    return `this user may not write ${closed}. Give the folder to this user with all that is in it (chown -R)`;
  const message = errorText(error);
  const said = /^Aborted\(/.test(message)
    ? `Postgres ended while it started (${message}) The disk may be full, or a file damaged; then restore a backup into another folder.`
    : (fileErrorOf(error) ?? message);
  // On a full disk, PGlite says only that it failed.
  const full = missingRoom(folder);
  return full === null ? said : `${said}. ${full}`;
};

/**
 * Postgres' mark of a database. PGlite would make a new one in a folder without it, such as the place of a disk that is not mounted, and
 * the server would look as if it never had a vault. [OP-22]
 */
const MARK = 'PG_VERSION';

/** Returns why there is no database in a folder that should have one. Null if there is one, or none was made yet. */
const emptiness = (folder: string): string | null => {
  const database = embeddedIn(folder);
  return !isMade(folder) || existsSync(join(database, MARK))
    ? null
    : `${database} has no database in it (no ${MARK}). If it lies on a disk that is not mounted, mount it. If its files are lost, restore a backup into another folder. To begin with an empty database, remove ${database}`;
};

const openLocked = async (folder: string, lock: DataLock): Promise<Result<SqlDatabase, string>> => {
  try {
    // Servers of older versions hold another lock, so their socket is checked. [OP-12]
    if (await isServed(folder)) {
      lock.release();
      return err(inUse(folder, 'a server that answers at its admin.sock'));
    }
    const empty = emptiness(folder);
    if (empty !== null) throw new Error(empty);
    const { createPgliteDatabase } = await import('../pglite/pglite-database.ts');
    const database = await createPgliteDatabase(embeddedIn(folder));
    const close = async (): Promise<void> => {
      await database.close();
      lock.release();
    };
    return ok({ ...database, close });
  } catch (error) {
    lock.release();
    throw error;
  }
};

const openEmbedded = async (folder: string): Promise<Result<SqlDatabase, string>> => {
  try {
    const lock = await takeDataLock(join(folder, 'server.lock'), {
      onLost: (holder) => {
        process.stderr.write(
          `cairn-server: ${inUse(folder, holder)} This server stops, so that nothing is damaged.\n`,
        );
        process.exit(1);
      },
    });
    return lock.ok ? await openLocked(folder, lock.value) : err(inUse(folder, lock.error.holder));
  } catch (error) {
    return err(`The embedded database in ${folder} cannot be opened: ${openingFailure(folder, error)}`);
  }
};

/** Opens the database. The error is a sentence for the operator. */
export const openDatabase = async (
  config: ServerConfig['database'],
): Promise<Result<SqlDatabase, string>> => {
  if (config.kind === 'pglite') return openEmbedded(config.folder);
  try {
    return ok(createPostgresDatabase(config));
  } catch (error) {
    return err(`DATABASE_URL cannot be used: ${errorText(error)}`);
  }
};
