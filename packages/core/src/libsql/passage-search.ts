/** Full-text queries over passages. [F-1, F-5, F-8, F-9, M-11] */
import { LIMITS } from '@cairn/schema';
import type {
  FoundPassage,
  PassageBeside,
  PassageMatch,
  PassageQueries,
  PassageScope,
} from '../ports/passage-store.ts';
import { p, passages, s } from './column-names.ts';
import { type Columns, fromJson, jsonColumns } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { matchIndexed, rankedStatement, UNRANKED_ROWS_MAX } from './full-text.ts';
import { readFoundPassage, readSourceName, SHOWN_JSON } from './passages-table.ts';
import { valuesOf } from './upsert.ts';

/** SQL for the UTF-16 units of the whole turn. For a document: of this piece and all before it. */
const LENGTH = `(SELECT max(${passages.stop}) FROM passages
    WHERE ${passages.source} = ${p.source} AND ${passages.ordinal} = ${p.ordinal})`;
/** The shown columns of `passages AS p` and `sources AS s`, to be followed by others or `)`. */
export const FOUND_JSON = `${SHOWN_JSON}, ${LENGTH}, ${s.id}, ${s.kind}, ${s.name}`;
export const FOUND_SOURCE = `CROSS JOIN sources AS s ON ${s.id} = ${p.source}`;
/** Separate from `IN_PASSAGE_REST`, because without a test for null the planner can use an index. */
export const IN_PASSAGE_PROJECTS = `(${p.project} IN (SELECT value FROM json_each(:projects))
    OR (:global = 1 AND ${p.project} IS NULL))`;
/** Each condition is off when its argument is null. */
export const IN_PASSAGE_REST = `(:kinds IS NULL OR ${p.kind} IN (SELECT value FROM json_each(:kinds)))
  AND (:asOf IS NULL OR ${p.at} <= :asOf) AND (:source IS NULL OR ${p.source} = :source)`;
export const IN_PASSAGE_SCOPE = `(:projects IS NULL OR ${IN_PASSAGE_PROJECTS}) AND ${IN_PASSAGE_REST}`;

const RANKED = rankedStatement(
  'passage_fts',
  FOUND_JSON,
  `passages AS p ON ${p.rid} = hits.rid ${FOUND_SOURCE}`,
  IN_PASSAGE_SCOPE,
);
/** Selects the newest matches by row number, as for memories, and sorts them by time. */
const NEWEST = `SELECT ${FOUND_JSON}, NULL) FROM (
    SELECT p.* FROM passage_fts AS f CROSS JOIN passages AS p ON ${p.rid} = f.rowid
    WHERE f.passage_fts MATCH :match AND ${IN_PASSAGE_SCOPE} ORDER BY f.rowid DESC LIMIT ${UNRANKED_ROWS_MAX}) AS p
  ${FOUND_SOURCE} ORDER BY ${p.at} DESC, ${p.rid} DESC LIMIT :limit`;

/** No index helps a substring search, so the number of rows is limited. */
const LIKE = `SELECT ${FOUND_JSON}) FROM (
    SELECT p.* FROM passages AS p WHERE :source IS NULL OR ${p.source} = :source
    ORDER BY ${p.rid} DESC LIMIT ${LIMITS.passageLikeRowsMax}) AS p ${FOUND_SOURCE}
  WHERE ${IN_PASSAGE_SCOPE}
    AND NOT EXISTS (SELECT 1 FROM json_each(:tokens) AS token WHERE instr(lower(${p.body}), lower(token.value)) = 0)
  ORDER BY ${p.at} DESC, ${p.rid} DESC LIMIT :limit`;

const besideStatement = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string =>
  `(SELECT json_array(${passages.ordinal}, ${passages.author}, ${passages.body}) FROM passages
    WHERE ${passages.source} = asked.value ->> 0 AND (${passages.ordinal}, ${passages.part}) ${comparison} (asked.value ->> 1, asked.value ->> 2)
    ORDER BY ${passages.ordinal} ${order}, ${passages.part} ${order} LIMIT 1)`;
/** Selects one row for each place: the passage before it and the passage after it. A side without a passage is null. */
const BESIDE = `SELECT ${besideStatement('<', 'DESC')}, ${besideStatement('>', 'ASC')}
  FROM json_each(?1) AS asked ORDER BY asked.key`;

type Searches = 'matchPassages' | 'likePassages' | 'passagesBeside';
export const passageQueries = (sql: Sql): Pick<PassageQueries, Searches> => ({
  matchPassages: (query, scope, limit) => {
    const args = passageArguments(scope);
    return matchIndexed(
      sql,
      query,
      { index: 'passage_fts', ranked: RANKED, newest: NEWEST, args, read },
      limit,
    );
  },
  likePassages: async (tokens, scope, limit) => {
    const args = { ...passageArguments(scope), tokens: JSON.stringify(tokens), limit };
    return fromJson(await sql.all(LIKE, args), readFound);
  },
  passagesBeside: async (places) =>
    places.length === 0
      ? []
      : (await sql.all(BESIDE, [valuesOf(places, 'source', 'ordinal', 'part')])).map((row) => ({
          before: readBeside(row[0]),
          after: readBeside(row[1]),
        })),
});

const readBeside = (value: unknown): PassageBeside | null => {
  if (value === null) return null;
  const columns = jsonColumns([value]);
  return { ordinal: columns.integer(), author: columns.textOrNull(), body: columns.text() };
};

export const passageArguments = ({ projects, kinds, asOf, source }: PassageScope) => ({
  projects: projects === undefined ? null : JSON.stringify(projects.filter((project) => project !== null)),
  global: projects?.includes(null) === true ? 1 : 0,
  kinds: kinds === undefined ? null : JSON.stringify(kinds),
  asOf: asOf ?? null,
  source: source ?? null,
});

export const readFound = (columns: Columns): FoundPassage => ({
  passage: { ...readFoundPassage(columns), length: columns.integer() },
  source: readSourceName(columns),
});

const read = (row: Row): PassageMatch => {
  const columns = jsonColumns(row);
  const found = readFound(columns);
  const rank = columns.numberOrNull();
  // SQLite's bm25 is negative: smaller is better.
  return { ...found, bm25: rank === null ? null : -rank };
};
