/** Questions to the full-text index over passages. [F-1, F-5, F-8, F-9, M-11] */
import type { PassageMatch, PassageScope } from '../ports/passage-store.ts';
import type { TextQuery } from '../ports/store.ts';
import { jsonColumns } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { matchIndexed, rankedStatement, UNRANKED_ROWS_MAX } from './full-text.ts';
import { PASSAGE_JSON, readPassage, readSourceName } from './passages-table.ts';

const COLUMNS = `${PASSAGE_JSON}, s.id, s.kind, s.name`;
const JOIN = 'passages AS p ON p.rid = hits.rid CROSS JOIN sources AS s ON s.id = p.source';
/** Each is open when its argument is null. */
const IN_SCOPE = `(:projects IS NULL OR p.project IN (SELECT value FROM json_each(:projects))
    OR (:global = 1 AND p.project IS NULL))
  AND (:kinds IS NULL OR p.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:asOf IS NULL OR p.at <= :asOf)`;

const RANKED = rankedStatement('passage_fts', COLUMNS, JOIN, IN_SCOPE);
/** As of memories: the newest rows by their order in this file. */
const NEWEST = `SELECT ${COLUMNS}, NULL) FROM (
    SELECT p.* FROM passage_fts AS f CROSS JOIN passages AS p ON p.rid = f.rowid
    WHERE f.passage_fts MATCH :match AND ${IN_SCOPE} ORDER BY f.rowid DESC LIMIT ${UNRANKED_ROWS_MAX}) AS p
  CROSS JOIN sources AS s ON s.id = p.source ORDER BY p.at DESC, p.rid DESC LIMIT :limit`;

export const matchPassages = (
  sql: Sql,
  query: TextQuery,
  scope: PassageScope,
  limit: number,
): Promise<readonly PassageMatch[]> =>
  matchIndexed(
    sql,
    query,
    { index: 'passage_fts', ranked: RANKED, newest: NEWEST, args: argumentsOf(scope), read },
    limit,
  );

const argumentsOf = ({ projects, kinds, asOf }: PassageScope) => ({
  projects: projects === undefined ? null : JSON.stringify(projects.filter((project) => project !== null)),
  global: projects?.includes(null) === true ? 1 : 0,
  kinds: kinds === undefined ? null : JSON.stringify(kinds),
  asOf: asOf ?? null,
});

const read = (row: Row): PassageMatch => {
  const columns = jsonColumns(row);
  const passage = readPassage(columns);
  const source = readSourceName(columns);
  const rank = columns.numberOrNull();
  // SQLite's bm25 is negative: the smaller, the better.
  return { passage, source, bm25: rank === null ? null : -rank };
};
