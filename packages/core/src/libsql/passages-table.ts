/** Rows of `sources` and `passages`: local, never sent [SY-D4]. The full-text index follows by triggers. */
import type {
  FoundPassage,
  PassageKind,
  PassageMark,
  PassageRow,
  SourceKind,
  SourceRow,
} from '../ports/passage-store.ts';
import { type Columns, jsonColumns } from './columns.ts';
import type { Sql } from './database.ts';
import { insertInto, insertRows, insertTogether, replacing } from './upsert.ts';

const SOURCE_COLUMNS = [
  'id',
  'kind',
  'name',
  'project',
  'content_hash',
  'bytes',
  'modified_at',
  'indexed_at',
] as const;
const PASSAGE_COLUMNS = [
  'source',
  'kind',
  'ordinal',
  'part',
  'body',
  'previous',
  'next',
  'aside',
  'grams',
  'scope',
  'project',
  'author',
  'at',
  'start',
  'stop',
  'content_hash',
] as const;

/** The columns of `passages AS p`, to be followed by others or `)`. */
const PASSAGE_JSON = `json_array(${PASSAGE_COLUMNS.map((column) => `p.${column}`).join(', ')}`;
/** What is shown of one that was found. */
const SHOWN_COLUMNS = [
  'source',
  'kind',
  'ordinal',
  'part',
  'body',
  'aside',
  'project',
  'author',
  'at',
  'start',
  'stop',
  'until',
] as const satisfies readonly ((typeof PASSAGE_COLUMNS)[number] | 'until')[];
export const SHOWN_JSON = `json_array(${SHOWN_COLUMNS.map((column) => `p.${column}`).join(', ')}`;
const SOURCE_JSON = `json_array(${SOURCE_COLUMNS.map((column) => `s.${column}`).join(', ')}`;

const SOURCE_BY_ID = `SELECT ${SOURCE_JSON}) FROM sources AS s WHERE s.id = ?1`;
const SOURCES_OF_KIND = `SELECT ${SOURCE_JSON}, (SELECT count(*) FROM passages AS p WHERE p.source = s.id))
  FROM sources AS s WHERE s.kind = ?1 ORDER BY s.name, s.id`;
const LAST_PASSAGES = `SELECT ${PASSAGE_JSON}) FROM passages AS p WHERE p.source = ?1
  ORDER BY p.ordinal DESC, p.part DESC LIMIT ?2`;

const FIRST_PASSAGES_BETWEEN = `SELECT json_array(p.ordinal, p.author, p.at, p.content_hash) FROM passages AS p
  WHERE p.source = ?1 AND p.part = 0 AND p.at BETWEEN ?2 AND ?3`;

const UPSERT_SOURCE = insertInto('sources', SOURCE_COLUMNS, replacing(['id'], SOURCE_COLUMNS));
const UPSERT_PASSAGE = insertInto(
  'passages',
  PASSAGE_COLUMNS,
  replacing(['source', 'ordinal', 'part'], PASSAGE_COLUMNS),
);
const ERASE = [
  'DELETE FROM passages WHERE source IN (SELECT value FROM json_each(?1))',
  'DELETE FROM sources WHERE id IN (SELECT value FROM json_each(?1))',
] as const;

const SOURCE_KINDS: ReadonlySet<SourceKind> = new Set(['document', 'session']);
const PASSAGE_KINDS: ReadonlySet<PassageKind> = new Set(['document', 'turn']);

const readSource = (columns: Columns): SourceRow => ({
  id: columns.text(),
  kind: columns.oneOf(SOURCE_KINDS),
  name: columns.text(),
  project: columns.textOrNull(),
  contentHash: columns.text(),
  bytes: columns.integer(),
  modifiedAt: columns.integer(),
  indexedAt: columns.integer(),
});

export const readSourceName = (columns: Columns): Pick<SourceRow, 'id' | 'kind' | 'name'> => ({
  id: columns.text(),
  kind: columns.oneOf(SOURCE_KINDS),
  name: columns.text(),
});

const readPassage = (columns: Columns): PassageRow => ({
  source: columns.text(),
  kind: columns.oneOf(PASSAGE_KINDS),
  ordinal: columns.integer(),
  part: columns.integer(),
  body: columns.text(),
  previous: columns.text(),
  next: columns.text(),
  aside: columns.text(),
  grams: columns.text(),
  scope: columns.text(),
  project: columns.textOrNull(),
  author: columns.textOrNull(),
  at: columns.integer(),
  start: columns.integer(),
  stop: columns.integer(),
  contentHash: columns.text(),
});

export const readFoundPassage = (columns: Columns): FoundPassage['passage'] => ({
  source: columns.text(),
  kind: columns.oneOf(PASSAGE_KINDS),
  ordinal: columns.integer(),
  part: columns.integer(),
  body: columns.text(),
  aside: columns.text(),
  project: columns.textOrNull(),
  author: columns.textOrNull(),
  at: columns.integer(),
  start: columns.integer(),
  stop: columns.integer(),
  until: columns.integerOrNull(),
});

const writeSource = (row: SourceRow): readonly (string | number | null)[] => [
  row.id,
  row.kind,
  row.name,
  row.project,
  row.contentHash,
  row.bytes,
  row.modifiedAt,
  row.indexedAt,
];

const writePassage = (row: PassageRow): readonly (string | number | null)[] => [
  row.source,
  row.kind,
  row.ordinal,
  row.part,
  row.body,
  row.previous,
  row.next,
  row.aside,
  row.grams,
  row.scope,
  row.project,
  row.author,
  row.at,
  row.start,
  row.stop,
  row.contentHash,
];

export const sourceById = async (sql: Sql, id: string): Promise<SourceRow | null> => {
  const [row] = await sql.all(SOURCE_BY_ID, [id]);
  return row === undefined ? null : readSource(jsonColumns(row));
};

export const sourcesOfKind = async (
  sql: Sql,
  kind: SourceKind,
): Promise<readonly (SourceRow & { readonly passages: number })[]> =>
  (await sql.all(SOURCES_OF_KIND, [kind])).map((row) => {
    const columns = jsonColumns(row);
    return { ...readSource(columns), passages: columns.integer() };
  });

export const lastPassages = async (sql: Sql, source: string, limit: number): Promise<readonly PassageRow[]> =>
  (await sql.all(LAST_PASSAGES, [source, limit])).map((row) => readPassage(jsonColumns(row))).reverse();

export const passagesBetween = async (
  sql: Sql,
  source: string,
  from: number,
  to: number,
): Promise<readonly PassageMark[]> =>
  (await sql.all(FIRST_PASSAGES_BETWEEN, [source, from, to])).map((row) => {
    const columns = jsonColumns(row);
    return {
      ordinal: columns.integer(),
      author: columns.textOrNull(),
      at: columns.integer(),
      contentHash: columns.text(),
    };
  });

export const upsertSources = (sql: Sql, rows: readonly SourceRow[]): Promise<void> =>
  insertRows(sql, UPSERT_SOURCE, rows.map(writeSource));

export const upsertPassages = (sql: Sql, rows: readonly PassageRow[]): Promise<void> =>
  insertTogether(sql, UPSERT_PASSAGE, rows.map(writePassage));

/** Sources, their passages, and by triggers the index entries of those. [ST-4] */
export const eraseSources = async (sql: Sql, ids: readonly string[]): Promise<void> => {
  const list = JSON.stringify(ids);
  for (const statement of ERASE) await sql.post(statement, [list]);
};
