/** The common part of the full-text indexes: counting terms, ranking or taking the newest. [F-1, F-6, F-9] */
import type { TextQuery } from '../ports/store.ts';
import { isStoreFailure, storeFailure } from '../ports/store-failure.ts';
import { quoteForms } from '../search/query.ts';
import { columnsOf, countOf, fromJson } from './columns.ts';
import type { Row, Sql, SqlArgument } from './database.ts';

export type IndexName = 'memory_fts' | 'passage_fts';

/** Number of the newest matches that are read when there are too many to rank. */
export const UNRANKED_ROWS_MAX = 400;
/** Number of the best matches that are read first. */
const BEST_MIN = 100;
const BEST_PER_RESULT = 8;

const countStatements = (index: IndexName) => ({
  /** FTS5 keeps its totals in the record with id 1. The first varint is the number of rows, which bm25 uses. */
  totals: `SELECT block FROM ${index}_data WHERE id = 1`,
  matches: `SELECT count(*) FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ?1 LIMIT ?2)`,
  terms: `SELECT (SELECT count(*) FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH term.value LIMIT ?2))
  FROM json_each(?1) AS term ORDER BY term.key`,
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

const asMatch = (term: string): string => `- {scope} : ${quoteForms(term)}`;

/** Counts the rows with each term, up to `atMost`. One statement, because preparing costs most. [F-9] */
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

/** Returns the numbers of the rows that contain each term, at most `atMost` for each. [M-4] */
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
 * The statements of one index and scope. Both select one JSON array per match. `ranked` adds a last row, the number of
 * ranked matches.
 */
export interface MatchStatements<Match> {
  readonly index: IndexName;
  readonly ranked: string;
  readonly newest: string;
  readonly args: Readonly<Record<string, SqlArgument>>;
  readonly read: (row: Row) => Match;
}

/**
 * Selects the best of all matches, then those in scope among them. The last row is the number of the best. Ordering by
 * an expression (`+rank`) keeps only the best in memory. FTS5's own order sorts every match with all its positions, and
 * a join before the ranking reads every row. Both take twice as long. The join keeps the order of its outer side.
 */
export const rankedStatement = (index: IndexName, columns: string, join: string, where: string): string =>
  `WITH hits AS MATERIALIZED (
    SELECT rowid AS rid, rank AS score FROM ${index} WHERE ${index} MATCH :match
    ORDER BY +rank, rowid DESC LIMIT :best)
  SELECT * FROM (
    SELECT ${columns}, hits.score) FROM hits CROSS JOIN ${join} WHERE ${where} LIMIT :limit)
  UNION ALL SELECT count(*) FROM hits`;

export const matchIndexed = <Match>(
  sql: Sql,
  { match, rankedRowsMax: most }: TextQuery,
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
    const isWorthRanking =
      most === null || (most > 0 && (await countOf(sql, COUNTING[index].matches, [match, most + 1])) <= most);
    if (!isWorthRanking) return (await sql.all(newest, { ...args, match, limit })).map(read);
    const best = BEST_MIN + BEST_PER_RESULT * limit;
    const first = await rank(best);
    // The best matches may be out of scope. Then all matches are ranked.
    return first.matches.length === limit || first.count < best ? first.matches : (await rank(-1)).matches;
  });

/**
 * Reports damage found in `work` as a damaged index. SQLite reports a damaged index as a damaged database or by missing
 * rows. A damaged row that `work` reads is reported as a damaged index too. [F-6]
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
