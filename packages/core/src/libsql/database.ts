/**
 * One connection to the file, with the settings that the store relies on. `@libsql/client` is synchronous inside and opens
 * a second connection, without these settings, for whatever runs beside an open transaction: so there is one
 * connection, and it runs one thing at a time. The only importer of the client, beside `prepared`.
 */
import type { Row, Sqlite3Client, Transaction } from '@libsql/client/sqlite3';
import { type StoreFailure, storeFailure } from '../ports/store-failure.ts';
import { createPreparedClient } from './prepared.ts';

export type SqlArgument = string | number | null | ArrayBuffer;
export type SqlArguments = readonly SqlArgument[] | Readonly<Record<string, SqlArgument>>;

/** Runs statements: on the connection, or inside a transaction. Throws `StoreFailure`. */
export interface Sql {
  /** Rows; columns by position and by name. */
  all(sql: string, args?: SqlArguments): Promise<readonly Row[]>;
  /** How many rows were changed. */
  run(sql: string, args?: SqlArguments): Promise<number>;
  /** Several statements without arguments. */
  script(sql: string): Promise<void>;
}

export interface SqlTransaction extends Sql {
  /** False once SQLite has rolled it back by itself, as it does when the disk is full. */
  isOpen(): boolean;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface Database extends Sql {
  readonly path: string;
  /** `BEGIN IMMEDIATE`, or a read snapshot. */
  begin(mode: 'write' | 'read'): Promise<SqlTransaction>;
  /** A fresh connection: after SQLITE_BUSY or an I/O error the present one may be unusable. */
  reconnect(): Promise<void>;
  close(): void;
}

export interface DatabaseOptions {
  readonly path: string;
  readonly role: 'writer' | 'reader';
  /** How long one statement waits for another process, in milliseconds. The thread does nothing else meanwhile. */
  readonly busyTimeoutMs?: number;
}

/**
 * `secure_delete`: what is erased is overwritten [ST-4]. `synchronous = FULL`: a save survives a power cut. The reader
 * writes nothing. `cache_size` is in KiB when negative. Memory-mapped reading gained nothing that could be measured.
 */
const SETTINGS: Readonly<Record<DatabaseOptions['role'], string>> = {
  writer: `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -8192; PRAGMA foreign_keys = OFF; PRAGMA wal_autocheckpoint = 1000;`,
  reader: 'PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;',
};

export const openDatabase = async ({
  path,
  role,
  busyTimeoutMs = 250,
}: DatabaseOptions): Promise<Database> => {
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
  // Null after a reconnect that failed: whoever comes next tries again.
  let client: Sqlite3Client | null = await connect();
  let ended = false;
  const connected = async (): Promise<Sqlite3Client> => {
    if (ended) throw storeFailure('closed', 'the database is closed');
    client ??= await connect();
    return client;
  };
  return {
    path,
    ...sqlOn({
      execute: async (sql, args) => (await connected()).execute({ sql, args }),
      script: async (sql) => (await connected()).executeMultiple(sql),
    }),
    begin: async (mode) => transactionOn(await failing(async () => (await connected()).transaction(mode))),
    async reconnect() {
      client?.close();
      client = null;
      await connected();
    },
    close() {
      ended = true;
      client?.close();
    },
  };
};

type NamedArguments = Record<string, SqlArgument>;
interface Runner {
  readonly execute: (
    sql: string,
    args: SqlArgument[] | NamedArguments,
  ) => Promise<{ readonly rows: readonly Row[]; readonly rowsAffected: number }>;
  readonly script: (sql: string) => Promise<void>;
}

const sqlOn = (runner: Runner): Sql => ({
  all: async (sql, args = []) => (await failing(() => runner.execute(sql, mutable(args)))).rows,
  run: async (sql, args = []) => (await failing(() => runner.execute(sql, mutable(args)))).rowsAffected,
  script: (sql) => failing(() => runner.script(sql)),
});

const mutable = (args: SqlArguments): SqlArgument[] | NamedArguments =>
  isList(args) ? [...args] : { ...args };
const isList = (args: SqlArguments): args is readonly SqlArgument[] => Array.isArray(args);

const transactionOn = (tx: Transaction): SqlTransaction => ({
  ...sqlOn({
    execute: (sql, args) => tx.execute({ sql, args }),
    script: (sql) => tx.executeMultiple(sql),
  }),
  isOpen: () => !tx.closed,
  async commit() {
    // As a script: the client's own commit prepares a statement and catches an exception for it.
    await failing(() => tx.executeMultiple('COMMIT'));
    tx.close();
  },
  async rollback() {
    try {
      await tx.rollback();
    } catch {
      // Already rolled back by SQLite; closing gives the connection back.
      tx.close();
    }
  },
});

const failing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error) ?? error;
  }
};

/** Of the client's errors and of the driver's below it; null for what is neither. */
const failureOf = (error: unknown): StoreFailure | null => {
  if (!(error instanceof Error)) return null;
  if (error.message.startsWith('ConnectionFailed'))
    return storeFailure('read_only', 'the database file cannot be opened', error);
  if (!('code' in error) || typeof error.code !== 'string') return null;
  const extended = 'extendedCode' in error ? String(error.extendedCode) : error.code;
  if (error.code === 'SQLITE_FULL' || extended === 'SQLITE_IOERR_SHMSIZE')
    return storeFailure('full', error.message, error);
  if (extended === 'SQLITE_CORRUPT_VTAB') return storeFailure('index_corrupt', error.message, error);
  const base = /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? error.code;
  return storeFailure(KIND_BY_CODE[base] ?? 'unreadable', error.message, error);
};

const KIND_BY_CODE: Readonly<Record<string, StoreFailure['storeFailure']>> = {
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  SQLITE_READONLY: 'read_only',
  SQLITE_CANTOPEN: 'read_only',
  SQLITE_PERM: 'read_only',
  SQLITE_CORRUPT: 'corrupt',
  SQLITE_NOTADB: 'corrupt',
  CLIENT_CLOSED: 'closed',
};

export type { Row };
