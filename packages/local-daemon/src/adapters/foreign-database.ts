/**
 * Another program's SQLite file, opened for reading only, while that program may be at work. Tables and columns are looked up
 * before they are named, because they differ from version to version. [IM-6]
 */
import type { DatabaseSync } from 'node:sqlite';

export type ForeignRow = Readonly<Record<string, unknown>>;

export interface ForeignTable {
  readonly table: string;
  rows(): Iterable<ForeignRow>;
}

/** Expected; the message is a sentence without a full stop. */
export class DatabaseError extends Error {}

const TABLES = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')";
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

const open = async (path: string): Promise<DatabaseSync> => {
  // Not in every Node that Cairn runs on.
  const sqlite = await import('node:sqlite').catch(() => null);
  if (sqlite === null)
    throw new DatabaseError(
      'this Node cannot read a SQLite file: use Node 22.13 or newer, or export it as JSON',
    );
  try {
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
  error instanceof Error && !(error instanceof DatabaseError)
    ? new DatabaseError(`the database cannot be read (${error.message.slice(0, 120)})`)
    : new DatabaseError(String(error));
