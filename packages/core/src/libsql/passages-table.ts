/** Rows of `sources` and `passages`: local, never sent [SY-D4]. Triggers update the full-text index. */
import * as tables from '@cairn/schema/local-tables';
import { NEIGHBOURS } from '../passages/turn-passages.ts';
import type {
  FoundPassage,
  PassageKind,
  PassageQueries,
  PassageReads,
  PassageRow,
  SourceKind,
  SourceRow,
  WhichWaiting,
} from '../ports/passage-store.ts';
import { ofPassages, p, passages, s } from './column-names.ts';
import { type Columns, countOf, fromJson, listIn, reading } from './columns.ts';
import type { Sql, SqlArgument } from './database.ts';
import { type NamedColumns, rowCodec } from './row-codec.ts';
import {
  deleteAmong,
  type FieldWrites,
  insertInto,
  insertRows,
  insertTogether,
  postEach,
  replacing,
  valuesOf,
} from './upsert.ts';

const sources = tables.namesOf(tables.sources);

const SOURCE_KINDS: ReadonlySet<SourceKind> = new Set(['document', 'session']);
export const PASSAGE_KINDS: ReadonlySet<PassageKind> = new Set(['document', 'turn']);

const sourceCodec = rowCodec<SourceRow>(
  (from) => ({
    id: from.text(sources.id),
    kind: from.oneOf(SOURCE_KINDS, sources.kind),
    name: from.text(sources.name),
    project: from.textOrNull(sources.project),
    contentHash: from.text(sources.contentHash),
    bytes: from.integer(sources.bytes),
    modifiedAt: from.integer(sources.modifiedAt),
    indexedAt: from.integer(sources.indexedAt),
    sourceUri: from.textOrNull(sources.sourceUri),
    metadata: from.textOrNull(sources.metadata),
  }),
  {},
);
const shown = (from: NamedColumns) => ({
  source: from.text(passages.source),
  kind: from.oneOf(PASSAGE_KINDS, passages.kind),
  ordinal: from.integer(passages.ordinal),
  part: from.integer(passages.part),
  body: from.text(passages.body),
  aside: from.text(passages.aside),
  project: from.textOrNull(passages.project),
  author: from.textOrNull(passages.author),
  at: from.integer(passages.at),
  start: from.integer(passages.start),
  stop: from.integer(passages.stop),
});
const passageCodec = rowCodec<PassageRow>(
  (from) => ({
    ...shown(from),
    previous: from.text(passages.previous),
    next: from.text(passages.next),
    grams: from.text(passages.grams),
    scope: from.text(passages.scope),
    contentHash: from.text(passages.contentHash),
  }),
  {},
);
/** The columns of a found passage that are shown. */
const shownCodec = rowCodec<Omit<FoundPassage['passage'], 'length'>>(
  (from) => ({ ...shown(from), until: from.integerOrNull(passages.until) }),
  {},
);
export const readFoundPassage = shownCodec.read;

/** The columns of `passages AS p`, to be followed by others or `)`. */
const PASSAGE_JSON = `json_array(${passageCodec.columns.map((column) => `p.${column}`).join(', ')}`;
export const SHOWN_JSON = `json_array(${shownCodec.columns.map((column) => `p.${column}`).join(', ')}`;
const SOURCE_JSON = `json_array(${sourceCodec.columns.map((column) => `s.${column}`).join(', ')}`;

const SOURCE_BY_ID = `SELECT ${SOURCE_JSON}) FROM sources AS s WHERE ${s.id} = ?1`;
const SOURCES_OF_KIND = `SELECT ${SOURCE_JSON}, (SELECT count(*) FROM passages AS p WHERE ${p.source} = ${s.id}))
  FROM sources AS s WHERE ${s.kind} = ?1 ORDER BY ${s.name}, ${s.id}`;
const LAST_PASSAGES = `SELECT ${PASSAGE_JSON}) FROM passages AS p WHERE ${p.source} = ?1
  ORDER BY ${p.ordinal} DESC, ${p.part} DESC LIMIT ?2`;

const FIRST_PASSAGES_BETWEEN = `SELECT json_array(${p.ordinal}, ${p.author}, ${p.at}, ${p.contentHash}) FROM passages AS p
  WHERE ${p.source} = ?1 AND ${p.part} = 0 AND ${p.at} BETWEEN ?2 AND ?3`;

const UPSERT_SOURCE = insertInto(
  'sources',
  sourceCodec.columns,
  replacing([sources.id], sourceCodec.columns),
);
/** Includes `waits`, so a passage that is rewritten with its following text stops waiting. */
const WRITTEN_COLUMNS = [...passageCodec.columns, passages.waits];
const UPSERT_PASSAGE = insertInto(
  'passages',
  WRITTEN_COLUMNS,
  replacing([passages.source, passages.ordinal, passages.part], WRITTEN_COLUMNS),
);
/** Values of `waits`. Triggers keep `unfound` passages out of the index. */
const WAITS: Readonly<Record<WhichWaiting, number>> = { unfound: 1, behind: 2 };
const MARK_BEHIND = `UPDATE passages SET ${passages.waits} = ${WAITS.behind} FROM json_each(?1) AS j
  WHERE ${ofPassages.source} = j.value ->> 0 AND ${ofPassages.ordinal} = j.value ->> 1 AND ${ofPassages.part} = j.value ->> 2
    AND ${ofPassages.waits} IS NULL`;

/** `|| ''` makes the list a text that contains JSON. */
const WAITING = `SELECT json_array(${p.source}, ${p.ordinal}, ${p.part},
    (SELECT json_group_array(json_array(f.author, f.body)) FROM (
      SELECT author, body FROM passages WHERE source = ${p.source} AND (ordinal, part) > (${p.ordinal}, ${p.part})
      ORDER BY ordinal, part LIMIT ${NEIGHBOURS}) AS f) || '')
  FROM passages AS p INDEXED BY passages_waiting WHERE ${p.waits} = ?1 ORDER BY ${p.rid} LIMIT ?2`;
/** Names only changed columns, because SQLite rewrites every index of a named column. */
const SETTLE = `UPDATE passages SET ${passages.next} = j.value ->> 3, ${passages.waits} = NULL FROM json_each(?1) AS j
  WHERE ${ofPassages.source} = j.value ->> 0 AND ${ofPassages.ordinal} = j.value ->> 1 AND ${ofPassages.part} = j.value ->> 2`;
const COUNT_WAITING = `SELECT count(*) FROM passages WHERE ${passages.waits} = ?1`;
const ERASE = [tables.passages.source, tables.sources.id].map(deleteAmong);

export const readSourceName = (columns: Columns): Pick<SourceRow, 'id' | 'kind' | 'name'> => ({
  id: columns.text(),
  kind: columns.oneOf(SOURCE_KINDS),
  name: columns.text(),
});

const passageValues = (rows: readonly PassageRow[], waits: number | null): readonly SqlArgument[][] =>
  rows.map((row) => [...passageCodec.write(row), waits]);

export const passageReads = (sql: Sql): PassageReads => ({
  source: async (id) => fromJson(await sql.all(SOURCE_BY_ID, [id]), sourceCodec.read)[0] ?? null,
  lastPassages: async (source, limit) =>
    fromJson(await sql.all(LAST_PASSAGES, [source, limit]), passageCodec.read).toReversed(),
  waitingPassages: async (which, limit) =>
    fromJson(await sql.all(WAITING, [WAITS[which], limit]), (columns) => ({
      source: columns.text(),
      ordinal: columns.integer(),
      part: columns.integer(),
      after: listIn(columns.text(), (spoken) => ({ author: spoken.textOrNull(), body: spoken.text() })),
    })),
  countWaitingPassages: (which) => countOf(sql, COUNT_WAITING, [WAITS[which]]),
  passagesBetween: async (source, from, to) =>
    fromJson(
      await sql.all(FIRST_PASSAGES_BETWEEN, [source, from, to]),
      reading({ ordinal: 'integer', author: 'textOrNull', at: 'integer', contentHash: 'text' }),
    ),
});

export const sourceQueries = (sql: Sql): Pick<PassageQueries, 'sources'> => ({
  sources: async (kind) =>
    fromJson(await sql.all(SOURCES_OF_KIND, [kind]), (columns) => ({
      ...sourceCodec.read(columns),
      passages: columns.integer(),
    })),
});

export const passageFields = {
  /** Erases sources and their passages. Triggers erase the index entries. [ST-4] */
  eraseSources: (sql, ids) => postEach(sql, ERASE, ids),
  sources: (sql, rows) => insertRows(sql, UPSERT_SOURCE, rows.map(sourceCodec.write)),
  passages: (sql, rows) => insertTogether(sql, UPSERT_PASSAGE, passageValues(rows, null)),
  passagesLater: (sql, rows) => insertRows(sql, UPSERT_PASSAGE, passageValues(rows, WAITS.unfound)),
  passagesBehind: (sql, places) => sql.post(MARK_BEHIND, [valuesOf(places, 'source', 'ordinal', 'part')]),
  passagesSettled: (sql, rows) => sql.post(SETTLE, [valuesOf(rows, 'source', 'ordinal', 'part', 'next')]),
} satisfies Partial<FieldWrites>;
