/**
 * Finds the nearest rows to a question. In a small scope every row is compared exactly. In a large scope the sign bits
 * of all vectors, which the reader holds in memory, select rows to compare. Scope and state are part of the SQL of
 * both. [F-2, F-5]
 */

import type { VectorQuery } from '../ports/vectors.ts';
import { signBits } from '../vectors/sign-bits.ts';
import { v } from './column-names.ts';
import { columnsOf } from './columns.ts';
import type { Row, Sql, SqlArgument } from './database.ts';
import { readMeta } from './meta-table.ts';
import type { VectorBits } from './vector-bits.ts';
import type { OwnerKind } from './vector-owners.ts';
import { floatsOf } from './vectors-table.ts';

/** Most rows that are compared exactly without the bits: 3 µs each. */
export const EXACT_ROWS_MAX = 1_500;
/** How many rows, nearest by bits, are compared exactly. The pool grows up to `POOL_MAX` while too few of its rows are in scope. */
const POOL_MIN = 400;
const POOL_PER_RESULT = 2;
const POOL_GROWTH = 4;
const POOL_MAX = 20_000;

export const COSINE = `1 - vector_distance_cos(${v.vector}, question.vector)`;
export const QUESTION = 'question (vector) AS MATERIALIZED (SELECT vector8(:vector))';

/** The parts of a statement. The table must have the columns `vector` and `rid`. `columns` opens a JSON array, to be closed later. */
export interface NearestParts {
  readonly table: string;
  readonly alias: string;
  readonly columns: string;
  readonly where: string;
  /** Further joins that `columns` needs. */
  readonly join?: string;
}

/** Searches every row in scope. Selects one JSON array per match; its last value is the cosine. */
export const exactStatement = ({ table, alias, columns, where, join = '' }: NearestParts): string =>
  `WITH ${QUESTION}, best AS MATERIALIZED (
    SELECT ${alias}.rid AS rid, ${COSINE} AS cosine
    FROM question CROSS JOIN ${table} AS ${alias} CROSS JOIN vectors AS v ON ${v.vid} = ${alias}.vector
    WHERE ${v.vid} >= :from AND ${where} ORDER BY cosine DESC, ${alias}.rid DESC LIMIT :limit)
  SELECT ${columns}, best.cosine) FROM best CROSS JOIN ${table} AS ${alias} ON ${alias}.rid = best.rid ${join}`;

/**
 * Selects the nearest rows of the pool. The last row has the number of vectors of the pool that still exist. The pool is
 * sorted by cosine, and a join keeps the order of its outer side. So SQLite stops once enough rows are in scope.
 */
export const pooledStatement = ({ table, alias, columns, where, join = '' }: NearestParts): string =>
  `WITH ${QUESTION}, near AS MATERIALIZED (
    SELECT ${v.vid} AS vid, ${COSINE} AS cosine
    FROM question CROSS JOIN json_each(:pool) AS pool CROSS JOIN vectors AS v ON ${v.vid} = pool.value
    WHERE ${v.vid} >= :from ORDER BY cosine DESC, ${v.vid} DESC LIMIT ${POOL_MAX}),
  best AS MATERIALIZED (
    SELECT ${alias}.rid AS rid, near.cosine AS cosine
    FROM near CROSS JOIN ${table} AS ${alias} ON ${alias}.vector = near.vid WHERE ${where} LIMIT :limit)
  SELECT * FROM (
    SELECT ${columns}, best.cosine) FROM best CROSS JOIN ${table} AS ${alias} ON ${alias}.rid = best.rid ${join})
  UNION ALL SELECT count(*) FROM near`;

/** The statements and arguments of one scope. */
export interface AskedNearest<Match> {
  readonly kind: OwnerKind;
  readonly exact: string;
  readonly pooled: string;
  readonly args: Readonly<Record<string, SqlArgument>>;
  /** Returns the number of rows in scope, counted up to `EXACT_ROWS_MAX + 1`. */
  readonly size: () => Promise<number>;
  readonly read: (row: Row) => Match;
  readonly limit: number;
}

export interface Matches<Match> {
  readonly matches: readonly Match[];
  /** False when only the newest vectors were compared. */
  readonly isComplete: boolean;
}

export const createNearest = (sql: Sql, bits: VectorBits, exactRowsMax = EXACT_ROWS_MAX) => ({
  async find<Match>(query: VectorQuery, asked: AskedNearest<Match>): Promise<Matches<Match>> {
    const present = await presentModel(sql, query);
    if (present === null) return { matches: [], isComplete: true };
    const { limit, read, kind } = asked;
    const args = { ...asked.args, vector: floatsOf(query.vector), from: present.from, limit };
    if ((await asked.size()) <= exactRowsMax)
      return { matches: (await sql.all(asked.exact, args)).map(read), isComplete: true };
    const { table, isComplete } = await bits.refresh(present, kind);
    const near = table.measure(signBits(query.vector));
    const size = table.size();
    let pool = Math.min(size, POOL_MIN + POOL_PER_RESULT * limit);
    for (;;) {
      const numbers = near.nearest(pool);
      const rows = await sql.all(asked.pooled, { ...args, pool: JSON.stringify(numbers) });
      const isEnough = rows.length > limit || pool >= Math.min(size, POOL_MAX);
      if (isEnough) {
        const last = rows.at(-1);
        const found = last === undefined ? 0 : columnsOf(last).integer();
        if (found < numbers.length) await bits.forgetGone(kind, numbers);
        return { matches: rows.slice(0, -1).map(read), isComplete };
      }
      pool = Math.min(size, POOL_MAX, pool * POOL_GROWTH);
    }
  },
  /**
   * Runs a statement that names `:vector`, `:from` and `:asked` and selects rows of `[key, cosine]`. Returns the
   * cosines in the order of the keys.
   */
  async cosines(query: VectorQuery, statement: string, asked: unknown, count: number) {
    const found = new Array<number | null>(count).fill(null);
    const present = await presentModel(sql, query);
    if (present === null || count === 0) return found;
    const args = { vector: floatsOf(query.vector), from: present.from, asked: JSON.stringify(asked) };
    for (const row of await sql.all(statement, args)) {
      const columns = columnsOf(row);
      found[columns.integer()] = columns.numberOrNull();
    }
    return found;
  },
});

const presentModel = async (sql: Sql, { model, vector }: VectorQuery) => {
  const present = await readMeta(sql, 'embedder');
  return present?.model === model && present.dimensions === vector.length ? present : null;
};
