/** Opens the configured database. Loads PGlite only if it is configured. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { err, errorText, ok, type Result } from '@cairn/schema';
import type { ServerConfig } from '../config.ts';
import { type DataLock, takeDataLock } from '../pglite/data-lock.ts';
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { isServed } from './admin-socket.ts';

const inUse = (folder: string, holder: string): string =>
  `The database in ${folder} is in use by ${holder}. Stop it, or set CAIRN_SERVER_DATA to another folder.`;

const embeddedIn = (folder: string): string => join(folder, 'database');

/** Whether the embedded database was made before. Opening it makes it. */
export const isMade = (folder: string): boolean => existsSync(embeddedIn(folder));

const openLocked = async (folder: string, lock: DataLock): Promise<Result<SqlDatabase, string>> => {
  try {
    // Servers of older versions hold another lock, so their socket is checked. [OP-12]
    if (await isServed(folder)) {
      lock.release();
      return err(inUse(folder, 'a server that answers at its admin.sock'));
    }
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
    return err(`The embedded database in ${folder} cannot be opened: ${errorText(error)}`);
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
