/**
 * Drizzle on a database's sessions. It makes the SQL and the types; our session runs the statement, so transactions, limits and prepared
 * statements stay the same. For cold paths, because building a query takes a tenth of a millisecond. [docs/decisions/0053]
 */
import type { Query } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pg-proxy';
import type { SqlParam, SqlSession } from './database.ts';

/** The rows for the next query. Drizzle takes them before `execute` returns. */
let ready: unknown[][] | null = null;
export const db = drizzle(async () => {
  const rows = ready;
  ready = null;
  if (rows === null) throw new Error('a question is asked by `read`');
  return { rows };
});

interface Question<T> {
  prepare(name: string): { getQuery(): Query; execute(): Promise<T[]> };
}
export const read = async <T>(session: SqlSession, question: Question<T>): Promise<readonly T[]> => {
  // No name, because the session names its prepared statements itself.
  const prepared = question.prepare('');
  const query = prepared.getQuery();
  const rows = await session.values(query.sql, query.params.map(paramOf));
  ready = rows.map((row) => [...row]);
  return prepared.execute();
};

/** Returns the first row; null if there is none. */
export const readOne = async <T>(session: SqlSession, question: Question<T>): Promise<T | null> =>
  (await read(session, question))[0] ?? null;

export const write = async (session: SqlSession, change: { toSQL(): Query }): Promise<void> => {
  const query = change.toSQL();
  await session.query(query.sql, query.params.map(paramOf));
};

const paramOf = (value: unknown): SqlParam => {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  throw new Error(`a statement takes no ${typeof value}`);
};
