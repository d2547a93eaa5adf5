/**
 * Opens another program's SQLite file for reading, while that program may be running. Tables and columns are looked up before use,
 * because they differ between versions. [IM-6]
 */
import { lstatSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { errorText } from '@cairn/schema';

/** An expected failure. The message is a sentence without a full stop. */
export class DatabaseError extends Error {}

/** Lists only ordinary tables. Views and virtual tables run code of the file's author, and may never end. [TR-12] */
const TABLES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'";
/** Leaves out computed columns, for the same reason. */
const COLUMNS = 'SELECT name FROM pragma_table_info(?1)';

/** Yields the rows of those `tables` that exist, in this order, with those of `columns` that they have. */
export async function* foreignTables(
  path: string,
  tables: readonly string[],
  columns: readonly string[],
): AsyncGenerator<{ readonly table: string; rows(): Iterable<Readonly<Record<string, unknown>>> }> {
  const database = await open(path);
  try {
    const present = namesIn(database, TABLES);
    for (const table of tables) {
      if (!present.includes(table)) continue;
      const own = namesIn(database, COLUMNS, table).filter((name) => columns.includes(name));
      if (own.length === 0) continue;
      // The names come from our own list, so no text from the file enters the statement.
      const statement = database.prepare(`SELECT ${own.join(', ')} FROM ${table} ORDER BY rowid`);
      yield { table, rows: () => statement.iterate() };
    }
  } catch (error) {
    throw asDatabaseError(error);
  } finally {
    database.close();
  }
}

/**
 * Opens a table of keys and values. Returns null if the table does not exist. Each call is a short read, so that the file's own program
 * never waits long.
 */
export const openForeignValues = async (path: string, table: string) => {
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
      /** Returns the keys with this prefix, in order. */
      keys: (prefix: string): readonly string[] =>
        guarded(() =>
          keys.all(prefix, after(prefix)).flatMap(({ key }) => (typeof key === 'string' ? key : [])),
        ),
      /** Returns the value as text. Null if there is no such key, or its value is neither text nor a blob. */
      get: (key: string) => guarded(() => textOf(value.get(key)?.value)),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw asDatabaseError(error);
  }
};

/** Returns the first text after all texts that begin with `prefix`. The prefix must end with an ASCII character. */
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

/** SQLite opens these side files too, and would block on a pipe. */
const SIDES = ['', '-journal', '-wal', '-shm'];

const open = async (path: string): Promise<DatabaseSync> => {
  const sqlite = await import('node:sqlite');
  return guarded(() => {
    for (const side of SIDES)
      if (lstatSync(path + side, { throwIfNoEntry: false })?.isFile() === false)
        throw new DatabaseError(`the database cannot be read (${side || 'it'} is no file)`);
    return new sqlite.DatabaseSync(path, { readOnly: true });
  });
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
    : new DatabaseError(`the database cannot be read (${errorText(error).slice(0, 120)})`);
