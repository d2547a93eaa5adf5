/**
 * One connection to the file, with the settings that the store needs. `@libsql/client` is synchronous inside. For calls
 * during an open transaction, it opens a second connection without these settings. So the store has one connection, and
 * runs one task at a time. Only this file and `prepared` import the client.
 */
import { fileURLToPath } from 'node:url';
import type { Sqlite3Client, Transaction } from '@libsql/client/sqlite3';
import { isStoreFailure, type StoreFailure, storeFailure } from '../ports/store-failure.ts';
import { createPreparedClient } from './prepared.ts';
import { failureOfCode, whyUnwritable } from './sqlite-failure.ts';

export type SqlArgument = string | number | null | ArrayBuffer;
export type SqlArguments = readonly SqlArgument[] | Readonly<Record<string, SqlArgument>>;

/** The values of one row, in the order of the statement's columns. */
export type Row = ArrayLike<unknown>;

/** Runs statements on the connection or inside a transaction. Throws `StoreFailure`. */
export interface Sql {
  /** Whether waiting for a statement costs a round trip to a server. */
  readonly isRemote: boolean;
  all(sql: string, args?: SqlArguments): Promise<readonly Row[]>;
  /** Returns the number of changed rows. */
  run(sql: string, args?: SqlArguments): Promise<number>;
  /**
   * Runs a statement like `run`, without the number. The statement may be delayed until the next one of its
   * transaction, or until the commit.
   */
  post(sql: string, args?: SqlArguments): Promise<void>;
  /** Runs several statements without arguments. */
  script(sql: string): Promise<void>;
}

export interface SqlTransaction extends Sql {
  /** False once SQLite has rolled it back by itself, for example when the disk is full. */
  isOpen(): boolean;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface Database extends Sql {
  /** Null when the database is not a local file. [ST-3] */
  readonly path: string | null;
  /** Runs `BEGIN IMMEDIATE`, or opens a read snapshot. */
  begin(mode: 'write' | 'read'): Promise<SqlTransaction>;
  /** Opens a new connection. After SQLITE_BUSY or an I/O error the present one may be unusable. */
  reconnect(): Promise<void>;
  /**
   * Folds the write-ahead log into the file. Returns false when another connection still reads from the log. Does
   * nothing for a remote database. [ST-4]
   */
  fold(): Promise<boolean>;
  close(): void;
}

export interface DatabaseOptions {
  readonly path: string;
  readonly role: 'writer' | 'reader';
  /** How long one statement waits for another process, in milliseconds. The thread is blocked meanwhile. */
  readonly busyTimeoutMs?: number | undefined;
}

/**
 * `secure_delete`: erased content is overwritten [ST-4]. `synchronous = FULL`: a save survives a power cut. The reader
 * writes nothing. `cache_size` is in KiB when negative. Memory-mapped reading had no measurable gain.
 */
const SETTINGS: Readonly<Record<DatabaseOptions['role'], string>> = {
  writer: `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -8192; PRAGMA foreign_keys = OFF; PRAGMA wal_autocheckpoint = 1000;`,
  reader: 'PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;',
};

/** Returns busy (0 or 1), pages in the log, pages folded. */
const CHECKPOINT = 'PRAGMA wal_checkpoint(TRUNCATE)';

export const openDatabase = async ({
  path,
  role,
  busyTimeoutMs = 250,
}: DatabaseOptions): Promise<Database> => {
  // A `file:` URL opens it only for reading. [RL-22]
  const file = path.startsWith('file:') ? fileURLToPath(path) : path;
  const failing = failingOn(file);
  const connect = (): Promise<Sqlite3Client> =>
    failing(async () => {
      const opened = createPreparedClient(path, busyTimeoutMs);
      try {
        await opened.executeMultiple(SETTINGS[role]);
        return opened;
      } catch (error) {
        opened.close();
        throw error;
      }
    });
  // Null after a failed reconnect. The next caller tries again.
  let client: Sqlite3Client | null = await connect();
  let ended = false;
  const connected = async (): Promise<Sqlite3Client> => {
    if (ended) throw storeFailure('closed', 'the database is closed');
    client ??= await connect();
    return client;
  };
  const sql = sqlOn(failing, {
    execute: async (text, args) => (await connected()).execute({ sql: text, args }),
    script: async (text) => (await connected()).executeMultiple(text),
  });
  return {
    path: file,
    ...sql,
    begin: async (mode) =>
      transactionOn(failing, await failing(async () => (await connected()).transaction(mode))),
    async reconnect() {
      client?.close();
      client = null;
      await connected();
    },
    async fold() {
      const [row] = await sql.all(CHECKPOINT);
      return row?.[0] === 0;
    },
    close() {
      ended = true;
      client?.close();
    },
  };
};

/** Runs work in a transaction of its own. Any throw rolls it back. */
export const inTransaction = async <T>(
  database: Pick<Database, 'begin'>,
  work: (tx: SqlTransaction) => Promise<T>,
): Promise<T> => {
  const tx = await database.begin('write');
  try {
    const value = await work(tx);
    await tx.commit();
    return value;
  } catch (error) {
    await tx.rollback();
    throw error;
  }
};

type NamedArguments = Record<string, SqlArgument>;
interface Runner {
  readonly execute: (
    sql: string,
    args: SqlArgument[] | NamedArguments,
  ) => Promise<{ readonly rows: readonly Row[]; readonly rowsAffected: number }>;
  readonly script: (sql: string) => Promise<void>;
}

const sqlOn = (failing: Failing, runner: Runner): Sql => ({
  isRemote: false,
  all: async (sql, args = []) => (await failing(() => runner.execute(sql, mutable(args)))).rows,
  run: async (sql, args = []) => (await failing(() => runner.execute(sql, mutable(args)))).rowsAffected,
  post: async (sql, args = []) => {
    await failing(() => runner.execute(sql, mutable(args)));
  },
  script: (sql) => failing(() => runner.script(sql)),
});

const mutable = (args: SqlArguments): SqlArgument[] | NamedArguments =>
  isList(args) ? [...args] : { ...args };
export const isList = (args: SqlArguments): args is readonly SqlArgument[] => Array.isArray(args);

const transactionOn = (failing: Failing, tx: Transaction): SqlTransaction => ({
  ...sqlOn(failing, {
    execute: (sql, args) => tx.execute({ sql, args }),
    script: (sql) => tx.executeMultiple(sql),
  }),
  isOpen: () => !tx.closed,
  async commit() {
    // Run as a script, because the client's own commit prepares a statement and catches an exception for it.
    await failing(() => tx.executeMultiple('COMMIT'));
    tx.close();
  },
  async rollback() {
    try {
      await tx.rollback();
    } catch {
      // SQLite has rolled it back already. Closing returns the connection.
      tx.close();
    }
  },
});

type Failing = <T>(work: () => Promise<T>) => Promise<T>;

const failingOn =
  (file: string): Failing =>
  async (work) => {
    try {
      return await work();
    } catch (error) {
      const failure = failureOf(error) ?? error;
      throw isStoreFailure(failure) && failure.storeFailure === 'read_only'
        ? whyUnwritable(file, error)
        : failure;
    }
  };

/** Returns the failure for an error of the client or of its driver, or null for any other error. */
const failureOf = (error: unknown): StoreFailure | null => {
  if (!(error instanceof Error)) return null;
  if (error.message.startsWith('ConnectionFailed'))
    return storeFailure('read_only', 'the database file cannot be opened', error);
  if (!('code' in error) || typeof error.code !== 'string') return null;
  const extended = 'extendedCode' in error ? String(error.extendedCode) : error.code;
  return failureOfCode(error.code, extended, error.message, error);
};
