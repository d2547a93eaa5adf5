/** Rows of `summaries` and `summary_citations`. They never leave the device. [SU-2, SU-4, SY-D4] */
import type { EntityId } from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import type { ReadStore, StoreTransaction } from '../ports/store.ts';
import type {
  ShownSummary,
  StoredSentence,
  StoredSummary,
  SummaryReads,
  SummaryRow,
  SummaryType,
} from '../ports/summary-store.ts';
import { withdrawalOf } from '../summary/withdraw.ts';
import { m, memories, ofRegisters as registers } from './column-names.ts';
import {
  type Columns,
  countOf,
  fromJson,
  fromPlain,
  listIn,
  reading,
  readPageOf,
  storedJson,
} from './columns.ts';
import type { Sql } from './database.ts';
import { MEMORY_JSON, memoriesByIds, readMemoryRow } from './memories-table.ts';
import { projectArguments } from './scope.ts';
import { deleteAmong, type FieldWrites, postEach, valuesOf } from './upsert.ts';

const c = tables.namesOf(tables.summaryCitations, 'c');
const s = tables.namesOf(tables.summaries, 's');
const summaries = tables.namesOf(tables.summaries);
const summaryCitations = tables.namesOf(tables.summaryCitations);

/** The `sentence` value of citations of the whole summary, as opposed to one sentence. */
const WHOLE = -1;

/**
 * Condition that the memory of citation `c` exists, is shown or equal to a shown one, is trusted, and has the text that
 * was cited.
 */
const AS_CITED = `${m.id} IS NOT NULL AND ${m.state} IN (0, 2) AND ${m.trust} IN ('high', 'normal')
  AND ${m.contentHash} = ${c.contentHash}`;

const COLUMNS = `${s.id}, ${s.type}, ${s.project}, ${s.content}, ${s.method}, ${s.periodStart}, ${s.periodEnd}, ${s.createdAt}`;
const SHOWN = `SELECT json_array(${COLUMNS}, (
    SELECT json_group_array(DISTINCT ${c.sentence}) || '' FROM summary_citations AS c LEFT JOIN memories AS m ON ${m.id} = ${c.entity}
    WHERE ${c.summary} = ${s.id} AND ${c.sentence} >= 0 AND NOT (${AS_CITED})), (
    SELECT json_group_array(json_array(${c.sentence}, ${c.entity})) || '' FROM summary_citations AS c
    WHERE ${c.summary} = ${s.id} AND ${c.sentence} >= 0))
  FROM summaries AS s
  WHERE ${s.project} IN (SELECT value FROM json_each(?1)) OR (?2 = 1 AND ${s.project} IS NULL)
  ORDER BY ${s.createdAt}, ${s.id}`;
const STORED = `SELECT json_array(${COLUMNS}, (
    SELECT json_group_array(json_array(${c.sentence}, ${c.entity}, ${c.contentHash}, coalesce(${AS_CITED}, 0))) || ''
    FROM summary_citations AS c LEFT JOIN memories AS m ON ${m.id} = ${c.entity} WHERE ${c.summary} = ${s.id}))
  FROM summaries AS s WHERE ${s.project} IS ?1 ORDER BY ${s.createdAt}, ${s.id}`;
const PROJECTS = `SELECT DISTINCT ${summaries.project} FROM summaries ORDER BY ${summaries.project}`;
const PRESENT = `SELECT ${summaries.id} FROM summaries WHERE ${summaries.id} IN (SELECT value FROM json_each(?1))`;
const COUNT_UNFORGOTTEN = `SELECT count(*) FROM json_each(?1) AS cited JOIN memories AS m ON ${m.id} = cited.value ->> 0
  WHERE ${m.contentHash} = cited.value ->> 1
    OR NOT EXISTS (SELECT 1 FROM registers WHERE ${registers.entity} = ${m.id} AND ${registers.facet} = 'gone')
    OR EXISTS (SELECT 1 FROM summary_citations AS c WHERE ${c.entity} = ${m.id} AND ${c.contentHash} = cited.value ->> 1
      AND ${c.summary} IN (SELECT value FROM json_each(?2)))`;

const ADD = `INSERT INTO summaries
    (${summaries.id}, ${summaries.type}, ${summaries.project}, ${summaries.content}, ${summaries.method}, ${summaries.periodStart}, ${summaries.periodEnd}, ${summaries.createdAt}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`;
const CITE = `INSERT OR IGNORE INTO summary_citations (${summaryCitations.summary}, ${summaryCitations.sentence}, ${summaryCitations.entity}, ${summaryCitations.contentHash})
  SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2)`;
const REMOVE = [tables.summaries.id, tables.summaryCitations.summary].map(deleteAmong);

const CITING = `SELECT json_array(${COLUMNS}, (
    SELECT json_group_array(json_array(${c.sentence}, ${c.entity}, ${c.contentHash}, 0)) || ''
    FROM summary_citations AS c WHERE ${c.summary} = ${s.id}))
  FROM summaries AS s
  WHERE ${s.id} IN (SELECT summary FROM summary_citations WHERE entity IN (SELECT value FROM json_each(?1)))`;
const UNMARK = `UPDATE memories SET ${memories.summarised} = 0
  WHERE ${memories.summarised} = 1 AND ${memories.id} IN (SELECT value FROM json_each(?1))`;
const UNMARK_NEWEST = `UPDATE memories SET ${memories.summarised} = 0 WHERE ${memories.summarised} = 1 AND ${memories.id} IN (
  SELECT ${memories.id} FROM memories WHERE ${memories.id} IN (SELECT value FROM json_each(?1)) ORDER BY ${memories.createdAt} DESC, ${memories.id} DESC LIMIT ?2)`;

/** Equal, word for word, to the condition of the index on unsummarised memories. */
const WAITING = `${m.summarised} = 0 AND ${m.state} = 0 AND ${m.trust} IN ('high', 'normal')`;
const UNSUMMARISED = `SELECT ${MEMORY_JSON}) FROM memories AS m INDEXED BY memories_unsummarised
  WHERE ${WAITING} AND ${m.project} IS ?1 ORDER BY ${m.createdAt} DESC, ${m.id} DESC LIMIT ?2`;
const WAITING_SCOPES = `SELECT json_array(${m.project}, count(*)) FROM memories AS m INDEXED BY memories_unsummarised
  WHERE ${WAITING} GROUP BY ${m.project} ORDER BY count(*) DESC, ${m.project}`;
const MARK = `UPDATE memories SET ${memories.summarised} = 1 WHERE ${memories.id} IN (SELECT value FROM json_each(?1))`;
const MARK_OLDER = `UPDATE memories SET summarised = 1 WHERE rid IN (
  SELECT ${m.rid} FROM memories AS m INDEXED BY memories_unsummarised
  WHERE ${WAITING} AND ${m.project} IS ?1 AND (${m.createdAt}, ${m.id}) < (?2, ?3) LIMIT ?4)`;

const TYPES: ReadonlySet<SummaryType> = new Set(['incremental', 'compacted', 'narrative']);
/** The `method` of a summary without a model. */
const EXTRACTIVE = 'extractive';
const MODEL = 'model:';
const modelOf = (method: string): string | null =>
  method.startsWith(MODEL) ? method.slice(MODEL.length) : null;
export const summaryQueries = (
  sql: Sql,
): Pick<
  ReadStore,
  'summariesShown' | 'summariesOf' | 'summarisedProjects' | 'unsummarised' | 'waitingToBeSummarised'
> => ({
  async summariesShown(projects) {
    const { projects: named, global } = projectArguments(projects);
    const shown = fromJson(await sql.all(SHOWN, [named, global]), readShown);
    return shown.filter(({ sentences }) => sentences.length > 0);
  },
  summariesOf: async (project) => fromJson(await sql.all(STORED, [project]), readStored),
  summarisedProjects: async () => fromPlain(await sql.all(PROJECTS), (columns) => columns.textOrNull()),
  unsummarised: (project, limit) =>
    readPageOf(limit, (asked) => sql.all(UNSUMMARISED, [project, asked]), readMemoryRow),
  waitingToBeSummarised: async () =>
    fromJson(await sql.all(WAITING_SCOPES), reading({ project: 'textOrNull', count: 'integer' })),
});

export const summaryReads = (sql: Sql): SummaryReads & Pick<StoreTransaction, 'markOlderSummarised'> => ({
  presentSummaries: async (ids) =>
    fromPlain(await sql.all(PRESENT, [JSON.stringify(ids)]), (columns) => columns.text()),
  countUnforgotten: (citations, replaced) =>
    countOf(sql, COUNT_UNFORGOTTEN, [valuesOf(citations, 'entity', 'contentHash'), JSON.stringify(replaced)]),
  markOlderSummarised: (project, before, limit) =>
    sql.run(MARK_OLDER, [project, before.createdAt, before.id, limit]),
});

const readShown = (columns: Columns): ShownSummary => {
  const { texts, ...facts } = readFacts(columns);
  const struck = new Set(numbers(columns.text()));
  const cited = readPlaces(columns.text());
  const places = texts.map((_, at) => at).filter((at) => !struck.has(at));
  return {
    ...facts,
    sentences: places.map((at) => texts[at] ?? ''),
    cites: places.map((at) => cited.get(at) ?? []),
    struck: struck.size,
  };
};

/** Reads a summary. Its text has one sentence per line. */
const readFacts = (columns: Columns) => ({
  id: columns.text(),
  type: columns.oneOf(TYPES),
  project: columns.textOrNull(),
  texts: columns.text().split('\n'),
  model: modelOf(columns.text()),
  periodStart: columns.integer(),
  periodEnd: columns.integer(),
  createdAt: columns.integer(),
});

/** Returns the cited memories of each sentence, by its place. */
const readPlaces = (json: string): ReadonlyMap<number, readonly EntityId[]> => {
  const pairs = listIn(json, (columns) => ({ place: columns.integer(), entity: columns.entity() }));
  const byPlace = Map.groupBy(pairs, ({ place }) => place);
  return new Map([...byPlace].map(([place, own]) => [place, own.map(({ entity }) => entity)]));
};

const numbers = (json: string): readonly number[] => {
  const values = storedJson(json);
  return Array.isArray(values) ? values.filter((value) => typeof value === 'number') : [];
};

const readStored = (columns: Columns): StoredSummary => {
  const { texts, ...facts } = readFacts(columns);
  const cited = readCitations(columns.text());
  const at = (place: number) => cited.filter(({ sentence }) => sentence === place);
  const sentences = texts.map((text, place): StoredSentence => {
    const own = at(place);
    return {
      text,
      cites: own.map(({ citation }) => citation),
      isCurrent: own.every(({ asCited }) => asCited),
    };
  });
  return { ...facts, sentences, alsoCites: at(WHOLE).map(({ citation }) => citation) };
};

const readCitations = (json: string) =>
  listIn(json, (columns) => ({
    sentence: columns.integer(),
    citation: { entity: columns.entity(), contentHash: columns.text() },
    asCited: columns.flag(),
  }));

const addSummaries = async (sql: Sql, rows: readonly SummaryRow[]): Promise<void> => {
  for (const row of rows) {
    const content = row.sentences.map(({ text }) => text).join('\n');
    await sql.post(ADD, [
      row.id,
      row.type,
      row.project,
      content,
      row.model === null ? EXTRACTIVE : `${MODEL}${row.model}`,
      row.periodStart,
      row.periodEnd,
      row.createdAt,
    ]);
    const cited = [
      ...row.sentences.flatMap(({ cites }, place) =>
        cites.map((one) => [place, one.entity, one.contentHash]),
      ),
      ...row.alsoCites.map((one) => [WHOLE, one.entity, one.contentHash]),
    ];
    await sql.post(CITE, [row.id, JSON.stringify(cited)]);
  }
};

/**
 * SU-4: deletes summaries that may contain forgotten words. Writes their unaffected sentences again. The memories of
 * the deleted sentences wait to be summarised again.
 */
const withdrawSummaries = async (sql: Sql, ids: readonly EntityId[]): Promise<void> => {
  const forgotten = new Set(ids);
  for (const summary of fromJson(await sql.all(CITING, [JSON.stringify(ids)]), readStored)) {
    const said = new Set(summary.sentences.flatMap(({ cites }) => cites.map(({ entity }) => entity)));
    const rows = await memoriesByIds(
      sql,
      [...said].filter((id) => !forgotten.has(id)),
    );
    const { kept, waiting, alsoWaiting } = withdrawalOf(summary, forgotten, rows);
    await postEach(sql, REMOVE, [summary.id]);
    if (kept !== null) await addSummaries(sql, [kept]);
    await sql.post(UNMARK, [JSON.stringify(waiting)]);
    if (alsoWaiting.newest > 0)
      await sql.post(UNMARK_NEWEST, [JSON.stringify(alsoWaiting.of), alsoWaiting.newest]);
  }
};

export const summaryFields = {
  /** Runs before the memories are erased. */
  eraseMemories: withdrawSummaries,
  summariesRemove: (sql, ids) => postEach(sql, REMOVE, ids),
  summariesAdd: addSummaries,
  summarised: (sql, ids) => sql.run(MARK, [JSON.stringify(ids)]),
} satisfies Partial<FieldWrites>;
