/** Opens the file for one of its two threads. */
import { open, stat } from 'node:fs/promises';
import type { CairnError } from '@cairn/schema';
import type { Migration } from '@cairn/schema/migrations';
import type { ReadStore } from '../ports/store.ts';
import {
  cairnErrorOfFailure,
  isStoreFailure,
  type StoreFailure,
  storeFailure,
} from '../ports/store-failure.ts';
import { type Database, openDatabase } from './database.ts';
import { createMetaCache, writeMeta } from './meta-table.ts';
import { migrate } from './migrate.ts';
import { createReadStore } from './read-store.ts';
import { unwritableFailure } from './sqlite-failure.ts';
import { storeTransaction } from './transaction.ts';
import { createWriteStore, type LibsqlWriteStore, type WriteStoreDeps } from './write-store.ts';

export interface OpenedWriter {
  readonly store: LibsqlWriteStore;
  /** Why the file is read-only; writing is refused with this error. [ST-1, RL-22] */
  readonly readOnly: CairnError | null;
  /** The file that the reader opens instead. */
  readonly readFrom?: string;
  readonly forgetCopy?: () => Promise<void>;
}

export interface OpenWriterOptions {
  readonly path: string;
  readonly nowMs: () => number;
  readonly busyTimeoutMs?: number | undefined;
  readonly migrations?: readonly Migration[] | undefined;
  readonly onErased?: WriteStoreDeps['onErased'];
}

/** Creates the file when there is none, readable by its owner only, and migrates it. Throws `StoreFailure`. */
export const openWriter = async (options: OpenWriterOptions): Promise<OpenedWriter> => {
  const { path, nowMs, migrations, busyTimeoutMs, onErased = () => undefined } = options;
  await createPrivately(path);
  const database = await openDatabase({ path, role: 'writer', busyTimeoutMs });
  try {
    const outcome = await migrate({ database, nowMs, migrations });
    if (outcome.kind === 'ready') {
      // Nothing was ever forgotten in a new file, so it is not searched for traces. [ST-4]
      if (outcome.isNew && migrations === undefined) await writeMeta(database, { cleanedAt: nowMs() });
      const isLeft = !(await foldLeftLog(database));
      return { store: createWriteStore({ database, nowMs, onErased, isLeft }), readOnly: null };
    }
    await database.run('PRAGMA query_only = ON');
    return onlyReading(database, storeFailure('newer', outcome.message));
  } catch (error) {
    database.close();
    throw error;
  }
};

/**
 * Folds a log that a kill or a power cut left, because it may contain erased text. Otherwise only the next erasing would
 * fold it. Returns false when the log remains, because another process reads it or the disk is full. [ST-4]
 */
const foldLeftLog = async (database: Database): Promise<boolean> => {
  try {
    return await database.fold();
  } catch (error) {
    // The file can be read without the fold.
    if (!isStoreFailure(error)) throw error;
    return false;
  }
};

export const openReader = async (path: string): Promise<ReadStore> =>
  createReadStore(await openDatabase({ path, role: 'reader' }));

/** Returns the size of a file in bytes; 0 when it cannot be read. */
export const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** Creates the file for its owner only. SQLite creates its side files with the mode of the main file. */
const createPrivately = async (path: string): Promise<void> => {
  try {
    await (await open(path, 'a', 0o600)).close();
  } catch (error) {
    throw unwritableFailure(path, error);
  }
};

/** Returns a writer that refuses to write, for a file of a newer program or one that cannot be written. [ST-1, RL-22] */
export const onlyReading = (database: Database, why: StoreFailure): OpenedWriter => ({
  store: {
    write: () => Promise.reject(why),
    read: (work) =>
      work(
        storeTransaction({
          sql: database,
          meta: createMetaCache(),
          nowMs: () => 0,
          onErase: () => undefined,
        }),
      ),
    exclusive: (work) => work(database),
    checkpoint: () => Promise.resolve(true),
    hasErased: () => false,
    noteErased: () => undefined,
    async close() {
      database.close();
    },
  },
  readOnly: cairnErrorOfFailure(why),
});
