/**
 * Another program's SQLite file, opened for reading only, while that program may be at work. Tables and columns are looked up
 * before they are named, because they differ from version to version. [IM-6]
 */
import { lstatSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

export type ForeignRow = Readonly<Record<string, unknown>>;

export interface ForeignTable {
  readonly table: string;
  rows(): Iterable<ForeignRow>;
}

/** Expected; the message is a sentence without a full stop. */
export class DatabaseError extends Error {}

/** Tables that hold rows: a view or a virtual table is a program of whoever made the file, and may never end. [TR-12] */
const TABLES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'";
/** Without those that are computed, for the same reason. */
const COLUMNS = 'SELECT name FROM pragma_table_info(?1)';

/** Those of `tables` that are there, in this order, with those of `columns` that they have. */
export async function* foreignTables(
  path: string,
  tables: readonly string[],
  columns: readonly string[],
): AsyncGenerator<ForeignTable> {
  const database = await open(path);
  try {
    const present = namesIn(database, TABLES);
    for (const table of tables) {
      if (!present.includes(table)) continue;
      const own = namesIn(database, COLUMNS, table).filter((name) => columns.includes(name));
      if (own.length === 0) continue;
      // Names of our own list only, so nothing of the file's is put into the statement.
      const statement = database.prepare(`SELECT ${own.join(', ')} FROM ${table} ORDER BY rowid`);
      yield { table, rows: () => statement.iterate() };
    }
  } catch (error) {
    throw asDatabaseError(error);
  } finally {
    database.close();
  }
}

export interface ForeignValues {
  /** The keys that begin so, in their order. */
  keys(prefix: string): readonly string[];
  /** Null when there is no such key, or its value is no text. */
  get(key: string): string | null;
  close(): void;
}

/**
 * A table of keys and values; null when it is not there. Each call reads by itself, so that the program whose file it is never waits
 * for a long one.
 */
export const openForeignValues = async (path: string, table: string): Promise<ForeignValues | null> => {
  const database = await open(path);
  try {
    const columns = namesIn(database, TABLES).includes(table) ? namesIn(database, COLUMNS, table) : [];
    if (!columns.includes('key') || !columns.includes('value')) {
      database.close();
      return null;
    }
    const keys = database.prepare(`SELECT key FROM ${table} WHERE key >= ?1 AND key < ?2 ORDER BY key`);
    const value = database.prepare(`SELECT value FROM ${table} WHERE key = ?1`);
    return {
      keys: (prefix) =>
        guarded(() =>
          keys.all(prefix, after(prefix)).flatMap(({ key }) => (typeof key === 'string' ? key : [])),
        ),
      get: (key) => guarded(() => textOf(value.get(key)?.value)),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw asDatabaseError(error);
  }
};

/** The first text behind all that begin with `prefix`, which ends with an ASCII character. */
const after = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null;
};

const guarded = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw asDatabaseError(error);
  }
};

/** SQLite opens these too, and would wait for a pipe. */
const SIDES = ['', '-journal', '-wal', '-shm'];

const open = async (path: string): Promise<DatabaseSync> => {
  const sqlite = await import('node:sqlite');
  try {
    for (const side of SIDES)
      if (lstatSync(path + side, { throwIfNoEntry: false })?.isFile() === false)
        throw new DatabaseError(`the database cannot be read (${side || 'it'} is no file)`);
    return new sqlite.DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw asDatabaseError(error);
  }
};

const namesIn = (
  database: DatabaseSync,
  statement: string,
  ...values: readonly string[]
): readonly string[] =>
  database
    .prepare(statement)
    .all(...values)
    .flatMap(({ name }) => (typeof name === 'string' ? [name] : []));

const asDatabaseError = (error: unknown): Error =>
  error instanceof DatabaseError
    ? error
    : error instanceof Error
      ? new DatabaseError(`the database cannot be read (${error.message.slice(0, 120)})`)
      : new DatabaseError(String(error));
