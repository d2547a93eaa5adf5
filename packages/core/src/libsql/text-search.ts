/** Full-text queries over memories. [F-1, F-5, F-6, F-9] */

import type { SearchQueries, TextMatch } from '../ports/store.ts';
import { m } from './column-names.ts';
import { fromJson, jsonColumns, reading } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { indexed, matchIndexed, rankedStatement, UNRANKED_ROWS_MAX } from './full-text.ts';
import { FOUND_MEMORY_JSON, MEMORY_JSON, readFoundMemory, readMemories } from './memories-table.ts';
import {
  IN_PROJECTS,
  IN_REST,
  inScope,
  scopeArguments,
  statements,
  VISIBLE,
  type Visibility,
  visibilityOf,
} from './scope.ts';

/** The most matches, of all projects, among which those in other projects are counted. */
const ELSEWHERE_ROWS_MAX = 20_000;
const ELSEWHERE_PROJECTS_MAX = 20;

const ranked = (where: string): string =>
  rankedStatement('memory_fts', FOUND_MEMORY_JSON, `memories AS m ON ${m.rid} = hits.rid`, where);

/** Selects the newest matches. FTS5 begins at the newest row, so this stops when enough are in scope. */
const newest = (where: string): string => `SELECT ${FOUND_MEMORY_JSON}, NULL) FROM (
    SELECT m.* FROM memory_fts AS f CROSS JOIN memories AS m ON ${m.rid} = f.rowid
    WHERE f.memory_fts MATCH :match AND ${where} ORDER BY f.rowid DESC LIMIT ${UNRANKED_ROWS_MAX}) AS m
  ORDER BY ${m.createdAt} DESC, ${m.id} DESC LIMIT :limit`;

/** Conditions for up to eight tokens. An unused token matches everything. No pattern is built per row, because every row is read. */
const LIKE_TOKENS_MAX = 8;
const TOKEN_NUMBERS = Array.from({ length: LIKE_TOKENS_MAX }, (_, n) => n);
const LIKE_TOKENS = TOKEN_NUMBERS.map((n) => `${m.content} LIKE :token${n} ESCAPE '\\'`).join(' AND ');
const like = (
  where: string,
): string => `SELECT ${MEMORY_JSON}) FROM memories AS m WHERE ${where} AND ${LIKE_TOKENS}
  ORDER BY ${m.createdAt} DESC, ${m.id} DESC LIMIT :limit`;

const elsewhere = (where: string): string => `SELECT json_array(${m.project}, count(*)) FROM (
    SELECT rowid AS rid FROM memory_fts WHERE memory_fts MATCH :match LIMIT ${ELSEWHERE_ROWS_MAX}) AS hits
    CROSS JOIN memories AS m ON ${m.rid} = hits.rid
  WHERE ${where} GROUP BY ${m.project} ORDER BY count(*) DESC, coalesce(${m.project}, '') LIMIT ${ELSEWHERE_PROJECTS_MAX}`;

const RANKED = statements(ranked);
const NEWEST = statements(newest);
const LIKE = statements(like);
const OUTSIDE: Readonly<Record<Visibility, string>> = {
  current: elsewhere(`${VISIBLE.current} AND NOT coalesce(${IN_PROJECTS}, 0) AND ${IN_REST}`),
  as_of: elsewhere(`${VISIBLE.as_of} AND NOT coalesce(${IN_PROJECTS}, 0) AND ${IN_REST}`),
  all: elsewhere(`NOT coalesce(${IN_PROJECTS}, 0) AND ${IN_REST}`),
};
export const textQueries = (sql: Sql): Pick<SearchQueries, 'matchText' | 'matchLike' | 'countElsewhere'> => ({
  matchText: (query, scope, limit) => {
    const { sql: rankedSql, args } = inScope(RANKED, scope);
    const { sql: newestSql } = inScope(NEWEST, scope);
    const asked = { index: 'memory_fts', ranked: rankedSql, newest: newestSql, args, read } as const;
    return matchIndexed(sql, query, asked, limit);
  },
  matchLike: async (tokens, scope, limit) => {
    const { sql: statement, args } = inScope(LIKE, scope);
    const patterns = TOKEN_NUMBERS.map((n) => [`token${n}`, patternOf(tokens[n] ?? '')]);
    return readMemories(await sql.all(statement, { ...args, ...Object.fromEntries(patterns), limit }));
  },
  countElsewhere: async ({ match }, scope) => {
    if (scope.projects === undefined) return [];
    const visibility = visibilityOf(scope);
    const args = { ...scopeArguments(scope, visibility, 'projects'), match };
    return indexed(async () =>
      fromJson(
        await sql.all(OUTSIDE[visibility], args),
        reading({ project: 'textOrNull', count: 'integer' }),
      ),
    );
  },
});

const read = (row: Row): TextMatch => {
  const columns = jsonColumns(row);
  const memory = readFoundMemory(columns);
  const rank = columns.numberOrNull();
  // SQLite's bm25 is negative: smaller is better.
  return { memory, bm25: rank === null ? null : -rank };
};

/** Returns a pattern that matches every text with the token. SQLite's LIKE ignores the case of ASCII letters. */
const patternOf = (token: string): string =>
  `%${token.replaceAll(/[\\%_]/g, '\\$&')}${token === '' ? '' : '%'}`;
