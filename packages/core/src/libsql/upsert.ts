/**
 * Writes rows into a table: one row by its values, some as one JSON argument, a hundred and more in blocks. Measured: a
 * single row through JSON takes 1.5 times as long, and a thousand rows one by one take five times as long. For wide
 * rows a block of a hundred takes half of the time, because no JSON is parsed.
 */
import { type Column, getTableName } from 'drizzle-orm';
import type { WriteSet } from '../ports/store.ts';
import type { Sql, SqlArgument } from './database.ts';

/** The fields of a write set that are written. The others say how. */
export type WrittenField = Exclude<keyof WriteSet, 'isTaken' | 'indexLater'>;
/** Writes each field of a write set. `how`: the whole set, and the time of the write in milliseconds. */
export type FieldWrites = {
  readonly [K in WrittenField]: (
    sql: Sql,
    value: Exclude<WriteSet[K], undefined>,
    how: { readonly set: WriteSet; readonly nowMs: number },
  ) => Promise<unknown>;
};

export interface Insert {
  readonly one: string;
  readonly some: string;
  /** Inserts `BLOCK_ROWS` rows by their values. */
  readonly block: string;
}

export const BLOCK_ROWS = 100;

/** Makes the statements. `columns`: in the order of the rows' values. `onConflict`: the text after `ON CONFLICT`. */
export const insertInto = (table: string, columns: readonly string[], onConflict: string): Insert => {
  const head = `INSERT INTO ${table} (${columns.join(', ')})`;
  const values = `(${columns.map(() => '?').join(', ')})`;
  const picked = columns.map((_, at) => `value ->> ${at}`).join(', ');
  return {
    one: `${head} VALUES ${values} ON CONFLICT ${onConflict}`,
    some: `${head} SELECT ${picked} FROM json_each(?1) WHERE true ON CONFLICT ${onConflict}`,
    block: `${head} VALUES ${Array(BLOCK_ROWS).fill(values).join(', ')} ON CONFLICT ${onConflict}`,
  };
};

/** Returns the text after `ON CONFLICT` that updates every column but the key. */
export const replacing = (key: readonly string[], columns: readonly string[]): string => {
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  return `(${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
};

/** Returns SQL that deletes the rows whose column has a value of the JSON list `?1`. */
export const deleteAmong = ({ name, table }: Column): string =>
  `DELETE FROM ${getTableName(table)} WHERE ${name} IN (SELECT value FROM json_each(?1))`;

/** Runs each statement with a JSON list of the ids. */
export const postEach = async (
  sql: Sql,
  statements: readonly string[],
  ids: readonly string[],
): Promise<void> => {
  const list = JSON.stringify(ids);
  for (const statement of statements) await sql.post(statement, [list]);
};

/** Returns the named values of each row, as a JSON list for `json_each`. */
export const valuesOf = <T>(rows: readonly T[], ...names: readonly (keyof T)[]): string =>
  JSON.stringify(rows.map((row) => names.map((name) => row[name])));

export const insertRows = async (
  sql: Sql,
  insert: Insert,
  rows: readonly (readonly SqlArgument[])[],
): Promise<void> => {
  let at = 0;
  for (; at + BLOCK_ROWS <= rows.length; at += BLOCK_ROWS)
    await sql.post(insert.block, rows.slice(at, at + BLOCK_ROWS).flat());
  const [first, ...others] = rows.slice(at);
  if (first === undefined) return;
  if (others.length === 0) await sql.post(insert.one, first);
  else await sql.post(insert.some, [jsonOf([first, ...others])]);
};

/**
 * Inserts all rows in one statement. For tables with a full-text index, because the index is written at the end of
 * every statement.
 */
export const insertTogether = async (
  sql: Sql,
  insert: Insert,
  rows: readonly (readonly SqlArgument[])[],
): Promise<void> => {
  if (rows.length > 0) await sql.post(insert.some, [jsonOf(rows)]);
};

/**
 * Serialises rows. SQLite turns a lone surrogate in JSON into invalid UTF-8, and libSQL ends the process when it reads
 * that. Every input check refuses such a text. If one arrives another way, it is stored like a bound value: with U+FFFD
 * in place of the surrogate. [TR-6]
 */
const jsonOf = (rows: readonly (readonly SqlArgument[])[]): string => {
  const json = JSON.stringify(rows);
  if (!json.includes('\\ud')) return json;
  return json.replace(ESCAPE, (all, half: string | undefined) => (half === undefined ? all : '\\ufffd'));
};
/** `JSON.stringify` escapes only lone surrogates. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;
