/** The common part of both full-text indexes: they count rows with a term, rank matches, or take the newest. [F-1, F-6, F-9] */
import type { TextQuery } from '../ports/store.ts';
import { isStoreFailure, storeFailure } from '../ports/store-failure.ts';
import { quoteForms } from '../search/query.ts';
import { columnsOf, countOf, fromJson } from './columns.ts';
import type { Row, Sql, SqlArgument } from './database.ts';

export type IndexName = 'memory_fts' | 'passage_fts';

/** The most matches that are read, the newest ones, when there are too many to rank. */
export const UNRANKED_ROWS_MAX = 400;
/** The first ranking takes this many of the best matches, plus `BEST_PER_RESULT` for each result. */
const BEST_BASE = 100;
const BEST_PER_RESULT = 8;

const countStatements = (index: IndexName) => ({
  /** FTS5 keeps its totals in the record with id 1. The first varint is the number of rows, which bm25 uses. */
  totals: `SELECT block FROM ${index}_data WHERE id = 1`,
  /** The rows that match the expression ?1, counted up to ?2. */
  matches: `SELECT count(*) FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ?1 LIMIT ?2)`,
  /** For each expression of the JSON array ?1: the rows that match it, counted up to ?2. */
  terms: `SELECT (SELECT count(*) FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH term.value LIMIT ?2))
  FROM json_each(?1) AS term ORDER BY term.key`,
  /** For each expression of the JSON array ?1: a JSON array of the newest rows that match it, at most ?2. */
  rows: `SELECT (SELECT json_group_array(rid) FROM (
    SELECT rowid AS rid FROM ${index} WHERE ${index} MATCH term.value ORDER BY rowid DESC LIMIT ?2))
  FROM json_each(?1) AS term ORDER BY term.key`,
});

const COUNTING = { memory_fts: countStatements('memory_fts'), passage_fts: countStatements('passage_fts') };

/** Returns the number of indexed rows with one lookup. */
export const indexSize = async (sql: Sql, index: IndexName): Promise<number> => {
  const [row] = await sql.all(COUNTING[index].totals);
  const block = row?.[0];
  return block instanceof ArrayBuffer ? firstVarint(new Uint8Array(block)) : 0;
};

/**
 * Decodes SQLite's varint: seven bits a byte, most significant first. A ninth byte would have eight bits, but no store
 * is that large.
 */
const firstVarint = (bytes: Uint8Array): number => {
  let value = 0;
  for (const byte of bytes.subarray(0, 8)) {
    value = value * 128 + (byte & 127);
    if (byte < 128) break;
  }
  return value;
};

/** Returns the FTS5 expression for one term, in any form, in every column but `scope`. */
const asMatch = (term: string): string => `- {scope} : ${quoteForms(term)}`;

/** Counts the rows with each term, up to `atMost`. One statement counts all, because preparing a statement costs most. [F-9] */
export const countTerms = (
  sql: Sql,
  index: IndexName,
  terms: readonly string[],
  atMost: number,
): Promise<readonly number[]> =>
  indexed(async () => {
    const rows = await sql.all(COUNTING[index].terms, [JSON.stringify(terms.map(asMatch)), atMost]);
    return rows.map((row) => columnsOf(row).integer());
  });

/** Returns for each term the row numbers of the newest rows that contain it, at most `atMost`. [M-4] */
export const rowsOfTerms = (
  sql: Sql,
  index: IndexName,
  terms: readonly string[],
  atMost: number,
): Promise<readonly (readonly number[])[]> =>
  indexed(async () => {
    const rows = await sql.all(COUNTING[index].rows, [JSON.stringify(terms.map(asMatch)), atMost]);
    return fromJson(rows, (numbers) => Array.from({ length: numbers.count }, () => numbers.integer()));
  });

/**
 * The statements for one index and scope. Both select one JSON array per match. `ranked` selects one more row at the
 * end: the number of ranked matches, in scope or not.
 */
export interface MatchStatements<Match> {
  readonly index: IndexName;
  readonly ranked: string;
  readonly newest: string;
  readonly args: Readonly<Record<string, SqlArgument>>;
  readonly read: (row: Row) => Match;
}

/**
 * Selects the `:best` best of all matches, then at most `:limit` of them that are in scope. The last row is the number
 * of matches before the scope was applied. `columns` is a call of `json_array` without its `)`, which follows the score.
 *
 * Ordering by an expression (`+rank`) keeps only the best in memory. FTS5's own order would sort every match with all
 * its positions, and a join before the ranking would read every row: both take twice as long. The join keeps the order
 * of its outer side.
 */
export const rankedStatement = (index: IndexName, columns: string, join: string, where: string): string =>
  `WITH hits AS MATERIALIZED (
    SELECT rowid AS rid, rank AS score FROM ${index} WHERE ${index} MATCH :match
    ORDER BY +rank, rowid DESC LIMIT :best)
  SELECT * FROM (
    SELECT ${columns}, hits.score) FROM hits CROSS JOIN ${join} WHERE ${where} LIMIT :limit)
  UNION ALL SELECT count(*) FROM hits`;

/** Returns at most `limit` matches in scope: the best, or the newest when too many rows match to rank them. [F-9] */
export const matchIndexed = <Match>(
  sql: Sql,
  { match, rankedRowsMax }: TextQuery,
  { index, ranked, newest, args, read }: MatchStatements<Match>,
  limit: number,
): Promise<readonly Match[]> =>
  indexed(async () => {
    const rank = async (best: number) => {
      const rows = await sql.all(ranked, { ...args, match, limit, best });
      const last = rows.at(-1);
      const count = last === undefined ? 0 : columnsOf(last).integer();
      return { matches: rows.slice(0, -1).map(read), count };
    };
    const isFewEnough = async (max: number): Promise<boolean> =>
      max > 0 && (await countOf(sql, COUNTING[index].matches, [match, max + 1])) <= max;
    const isRanked = rankedRowsMax === null || (await isFewEnough(rankedRowsMax));
    if (!isRanked) return (await sql.all(newest, { ...args, match, limit })).map(read);
    const best = BEST_BASE + BEST_PER_RESULT * limit;
    const first = await rank(best);
    // Too few of the best may be in scope. Then all matches are ranked (-1 is no limit).
    return first.matches.length === limit || first.count < best ? first.matches : (await rank(-1)).matches;
  });

/**
 * Reports damage found in `work` as a damaged index. SQLite itself reports a damaged index as a damaged database, or
 * leaves out rows. A damaged row that `work` reads is also reported as a damaged index. [F-6]
 */
export const indexed = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isStoreFailure(error) && error.storeFailure === 'corrupt')
      throw storeFailure('index_corrupt', error.message, error);
    throw error;
  }
};
