/**
 * Runs Drizzle queries on this folder's connections and transactions. Drizzle makes the SQL and the types. The
 * statement runs like every other one, also in transactions and on servers. Use it only on cold paths, because making
 * the SQL takes a tenth of a millisecond. [docs/decisions/0053]
 */
import { DamagedValue } from '@cairn/schema/local-tables';
import { count, type Query, type SQL, type SQLWrapper, sql as sqlOf } from 'drizzle-orm';
import type { IndexColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import { storeFailure } from '../ports/store-failure.ts';
import type { Row, Sql, SqlArgument } from './database.ts';

/** The rows that Drizzle parses next. Its `all` takes them before it returns a promise. */
let ready: Row[] | null = null;
export const db = drizzle(async () => {
  const rows = ready;
  ready = null;
  if (rows === null) throw new Error('a question is asked by `read`');
  return { rows };
});

interface Question<T> {
  prepare(): { getQuery(): Query; all(): Promise<T[]> };
}

/** Reads rows and skips damaged ones. Failures of the database itself are thrown. [TR-6] */
export const read = async <T>(sql: Sql, question: Question<T>): Promise<readonly T[]> => {
  const { rows, take } = await ask(sql, question);
  return sound(rows, take);
};

/**
 * Reads a page of `limit` undamaged rows. It has fewer rows only if it is the last page, so callers can tell by its
 * length.
 */
export const readPage = async <T>(
  sql: Sql,
  limit: number,
  page: (limit: number) => Question<T>,
): Promise<readonly T[]> => {
  for (let asked = limit; ; asked *= 2) {
    const { rows, take } = await ask(sql, page(asked));
    const found = await sound(rows, take);
    if (found.length >= limit || rows.length < asked) return found.slice(0, limit);
  }
};

/** Returns the first row, or null without one. Throws for a damaged row. */
export const readOne = async <T>(sql: Sql, question: Question<T>): Promise<T | null> => {
  const { rows, take } = await ask(sql, question);
  try {
    return (await take(rows.slice(0, 1)))[0] ?? null;
  } catch (error) {
    throw error instanceof DamagedValue ? storeFailure('corrupt', error.message) : error;
  }
};

/** Returns how many rows match; without a condition, how many there are. */
export const countRows = async (sql: Sql, table: SQLiteTable, where?: SQL): Promise<number> =>
  (await readOne(sql, db.select({ n: count() }).from(table).where(where)))?.n ?? 0;

/** Runs a change without returning the number of changed rows. */
export const write = async (sql: Sql, change: { toSQL(): Query }): Promise<void> => {
  const query = change.toSQL();
  await sql.post(query.sql, query.params.map(argumentOf));
};

/** Inserts rows, and replaces those with the same key. */
export const put = async <T extends SQLiteTable>(
  sql: Sql,
  table: T,
  key: IndexColumn | IndexColumn[],
  rows: readonly T['$inferInsert'][],
): Promise<void> => {
  for (const row of rows)
    await write(sql, db.insert(table).values(row).onConflictDoUpdate({ target: key, set: row }));
};

/** Returns `column IN list` as one statement for lists of any length. */
export const among = (column: SQLWrapper, list: readonly (string | number)[]): SQL =>
  sqlOf`${column} in (select value from json_each(${JSON.stringify(list)}))`;

/** Returns `column IS value`, which is also true when both are null. */
export const isSame = (column: SQLWrapper, value: string | null): SQL => sqlOf`${column} is ${value}`;

type Take<T> = (rows: readonly Row[]) => Promise<readonly T[]>;

const sound = async <T>(rows: readonly Row[], take: Take<T>): Promise<readonly T[]> => {
  const found: T[] = [];
  for (const row of rows) {
    try {
      found.push(...(await take([row])));
    } catch (error) {
      if (!(error instanceof DamagedValue)) throw error;
    }
  }
  return found;
};

const ask = async <T>(sql: Sql, question: Question<T>) => {
  const prepared = question.prepare();
  const query = prepared.getQuery();
  const rows = await sql.all(query.sql, query.params.map(argumentOf));
  const take: Take<T> = (some) => {
    ready = [...some];
    return prepared.all();
  };
  return { rows: [...rows], take };
};

const argumentOf = (value: unknown): SqlArgument => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`SQLite takes no ${typeof value}`);
};
