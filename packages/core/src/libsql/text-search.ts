/** Questions to the full-text index. [F-1, F-5, F-6, F-9] */
import type { MemoryRow, Scope, TextMatch, TextQuery } from '../ports/store.ts';
import { isStoreFailure, storeFailure } from '../ports/store-failure.ts';
import { quoteTerm } from '../search/query.ts';
import { columnsOf, jsonColumns } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { MEMORY_JSON, readMemories, readMemory } from './memories-table.ts';
import { IN_PROJECTS, IN_REST, scopeArguments, VISIBLE, type Visibility, visibilityOf } from './scope.ts';

/** Rows that are looked at, newest first, when there are too many to rank. */
const UNRANKED_ROWS_MAX = 400;
/** How many of the best matches are looked up at first. */
const BEST_MIN = 100;
const BEST_PER_RESULT = 8;
/** Hits elsewhere are counted no further than this. */
const ELSEWHERE_ROWS_MAX = 20_000;
const ELSEWHERE_PROJECTS_MAX = 20;

const COUNT_MATCHES = 'SELECT count(*) FROM (SELECT 1 FROM memory_fts WHERE memory_fts MATCH ?1 LIMIT ?2)';
const COUNT_TERMS = `SELECT (SELECT count(*) FROM (SELECT 1 FROM memory_fts WHERE memory_fts MATCH term.value LIMIT ?2))
  FROM json_each(?1) AS term ORDER BY term.key`;

const ROWS_OF_TERMS = `SELECT (SELECT json_group_array(rid) FROM (
    SELECT rowid AS rid FROM memory_fts WHERE memory_fts MATCH term.value ORDER BY rowid DESC LIMIT ?2))
  FROM json_each(?1) AS term ORDER BY term.key`;

/**
 * The best of all matches, then those of them that are in scope; the last row says how many there were. Ordering by an
 * expression (`+rank`) keeps only the best in memory; FTS5's own order sorts every match with all its positions, and a join
 * before the ranking reads every row: both take twice as long. The join keeps the order of its outer side.
 */
const ranked = (where: string): string => `WITH hits AS MATERIALIZED (
    SELECT rowid AS rid, rank AS score FROM memory_fts WHERE memory_fts MATCH :match
    ORDER BY +rank, rowid DESC LIMIT :best)
  SELECT * FROM (
    SELECT ${MEMORY_JSON}, hits.score) FROM hits CROSS JOIN memories AS m ON m.rid = hits.rid WHERE ${where} LIMIT :limit)
  UNION ALL SELECT count(*) FROM hits`;

/** FTS5 walks its matches from the newest row on, so this stops as soon as enough are in scope. */
const newest = (where: string): string => `SELECT ${MEMORY_JSON}, NULL) FROM (
    SELECT m.* FROM memory_fts AS f CROSS JOIN memories AS m ON m.rid = f.rowid
    WHERE f.memory_fts MATCH :match AND ${where} ORDER BY f.rowid DESC LIMIT ${UNRANKED_ROWS_MAX}) AS m
  ORDER BY m.created_at DESC, m.id DESC LIMIT :limit`;

const like = (where: string): string => `SELECT ${MEMORY_JSON}) FROM memories AS m WHERE ${where}
    AND NOT EXISTS (SELECT 1 FROM json_each(:tokens) AS token WHERE instr(lower(m.content), lower(token.value)) = 0)
  ORDER BY m.created_at DESC, m.id DESC LIMIT :limit`;

const elsewhere = (where: string): string => `SELECT json_array(m.project, count(*)) FROM (
    SELECT rowid AS rid FROM memory_fts WHERE memory_fts MATCH :match LIMIT ${ELSEWHERE_ROWS_MAX}) AS hits
    CROSS JOIN memories AS m ON m.rid = hits.rid
  WHERE ${where} GROUP BY m.project ORDER BY count(*) DESC, coalesce(m.project, '') LIMIT ${ELSEWHERE_PROJECTS_MAX}`;

type Statements = Readonly<Record<Visibility, { readonly everywhere: string; readonly projects: string }>>;
const statements = (make: (where: string) => string): Statements => {
  const both = (visibility: Visibility) => ({
    everywhere: make(`${VISIBLE[visibility]} AND ${IN_REST}`),
    projects: make(`${VISIBLE[visibility]} AND ${IN_PROJECTS} AND ${IN_REST}`),
  });
  return { current: both('current'), as_of: both('as_of'), all: both('all') };
};

const RANKED = statements(ranked);
const NEWEST = statements(newest);
const LIKE = statements(like);
const OUTSIDE: Readonly<Record<Visibility, string>> = {
  current: elsewhere(`${VISIBLE.current} AND NOT coalesce(${IN_PROJECTS}, 0) AND ${IN_REST}`),
  as_of: elsewhere(`${VISIBLE.as_of} AND NOT coalesce(${IN_PROJECTS}, 0) AND ${IN_REST}`),
  all: elsewhere(`NOT coalesce(${IN_PROJECTS}, 0) AND ${IN_REST}`),
};

const inScope = (all: Statements, scope: Scope) => {
  const visibility = visibilityOf(scope);
  const named = scope.projects === undefined ? 'no projects' : 'projects';
  return {
    sql: all[visibility][scope.projects === undefined ? 'everywhere' : 'projects'],
    args: scopeArguments(scope, visibility, named),
  };
};

export const matchText = (
  sql: Sql,
  query: TextQuery,
  scope: Scope,
  limit: number,
): Promise<readonly TextMatch[]> =>
  indexed(async () => {
    if (!(await isWorthRanking(sql, query))) {
      const { sql: statement, args } = inScope(NEWEST, scope);
      return (await sql.all(statement, { ...args, match: query.match, limit })).map(readMatch);
    }
    const best = BEST_MIN + BEST_PER_RESULT * limit;
    const first = await rankedMatches(sql, query, scope, limit, best);
    // The best of all may be out of scope: then all that match are looked at.
    return first.matches.length === limit || first.ranked < best
      ? first.matches
      : (await rankedMatches(sql, query, scope, limit, -1)).matches;
  });

const isWorthRanking = async (sql: Sql, { match, rankedRowsMax }: TextQuery): Promise<boolean> =>
  rankedRowsMax === null ||
  (rankedRowsMax > 0 && (await countMatches(sql, match, rankedRowsMax + 1)) <= rankedRowsMax);

const rankedMatches = async (
  sql: Sql,
  { match }: TextQuery,
  scope: Scope,
  limit: number,
  best: number,
): Promise<{ readonly matches: readonly TextMatch[]; readonly ranked: number }> => {
  const { sql: statement, args } = inScope(RANKED, scope);
  const rows = await sql.all(statement, { ...args, match, limit, best });
  const last = rows.at(-1);
  return {
    matches: rows.slice(0, -1).map(readMatch),
    ranked: last === undefined ? 0 : columnsOf(last).integer(),
  };
};

const readMatch = (row: Row): TextMatch => {
  const columns = jsonColumns(row);
  const memory = readMemory(columns);
  const rank = columns.numberOrNull();
  // SQLite's bm25 is negative: the smaller, the better.
  return { memory, bm25: rank === null ? null : -rank };
};

const countMatches = async (sql: Sql, match: string, atMost: number): Promise<number> => {
  const [row] = await sql.all(COUNT_MATCHES, [match, atMost]);
  return row === undefined ? 0 : columnsOf(row).integer();
};

const asMatch = (term: string): string => `- {scope} : ${quoteTerm(term)}`;

/** Rows that hold each term, counted no further than `atMost`; one statement, because most of a count is its preparation. [F-9] */
export const countTerms = (sql: Sql, terms: readonly string[], atMost: number): Promise<readonly number[]> =>
  indexed(async () => {
    const rows = await sql.all(COUNT_TERMS, [JSON.stringify(terms.map(asMatch)), atMost]);
    return rows.map((row) => columnsOf(row).integer());
  });

/** The rows themselves, no more than `atMost` of each. [M-4] */
export const rowsOfTerms = (
  sql: Sql,
  terms: readonly string[],
  atMost: number,
): Promise<readonly (readonly number[])[]> =>
  indexed(async () => {
    const rows = await sql.all(ROWS_OF_TERMS, [JSON.stringify(terms.map(asMatch)), atMost]);
    return rows.map((row) => {
      const numbers = jsonColumns(row);
      return Array.from({ length: numbers.count }, () => numbers.integer());
    });
  });

export const matchLike = async (
  sql: Sql,
  tokens: readonly string[],
  scope: Scope,
  limit: number,
): Promise<readonly MemoryRow[]> => {
  const { sql: statement, args } = inScope(LIKE, scope);
  return readMemories(await sql.all(statement, { ...args, tokens: JSON.stringify(tokens), limit }));
};

export const countElsewhere = (
  sql: Sql,
  { match }: TextQuery,
  scope: Scope,
): Promise<readonly { readonly project: string | null; readonly count: number }[]> => {
  if (scope.projects === undefined) return Promise.resolve([]);
  const visibility = visibilityOf(scope);
  return indexed(async () => {
    const args = { ...scopeArguments(scope, visibility, 'projects'), match };
    return (await sql.all(OUTSIDE[visibility], args)).map((row) => {
      const columns = jsonColumns(row);
      return { project: columns.textOrNull(), count: columns.integer() };
    });
  });
};

/** A damaged index shows as a damaged database, or as an index that misses its rows: only the index was asked here. [F-6] */
const indexed = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isStoreFailure(error) && error.storeFailure === 'corrupt')
      throw storeFailure('index_corrupt', error.message, error);
    throw error;
  }
};
