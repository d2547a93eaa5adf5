/** Rows of `memories`. Triggers update the full-text index. */
import { type EntityId, namesOf, SOURCES, TRUSTS } from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import { type MemoryState, STATE } from '../memory/memory-state.ts';
import type { FoundMemory, MemoryRow, ReadStore } from '../ports/store.ts';
import { m, memories, ofMemories } from './column-names.ts';
import { type Columns, jsonColumns, readPageOf, readRows } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { addWithoutIndex } from './index-queue.ts';
import { rowCodec } from './row-codec.ts';
import {
  BLOCK_ROWS,
  deleteAmong,
  type FieldWrites,
  insertInto,
  insertRows,
  postEach,
  replacing,
  valuesOf,
} from './upsert.ts';

const scheduleRuns = tables.namesOf(tables.scheduleRuns);
const scheduleTimes = tables.namesOf(tables.scheduleTimes);

const SOURCE_SET = new Set(SOURCES);
export const TRUST_SET = new Set(TRUSTS);
export const STATE_SET: ReadonlySet<MemoryState> = new Set(Object.values(STATE));

const seenOf = (n: number | null, first: number | null, last: number | null): MemoryRow['seen'] =>
  n === null || first === null || last === null ? null : { n, first, last };

/** How each field is read from its columns and written to them. The fields of `MEMORY_NAMES` share one rule. */
const memoryCodec = rowCodec<MemoryRow>(
  (from) => ({
    id: from.entity('id'),
    content: from.text('content'),
    ...namesOf((name) => from.textOrNull(name)),
    source: from.oneOf(SOURCE_SET, 'source'),
    trust: from.oneOf(TRUST_SET, 'trust'),
    pinned: from.flag('pinned'),
    tags: from.texts('tags'),
    supersededBy: from.entityOrNull('superseded_by'),
    supersededAt: from.integerOrNull('superseded_at'),
    deviceId: from.device('device_id'),
    deviceName: from.text('device_name'),
    createdAt: from.integer('created_at'),
    updatedAt: from.integer('updated_at'),
    state: from.oneOf(STATE_SET, 'state'),
    contentHash: from.text('content_hash'),
    aside: from.text('aside'),
    grams: from.text('grams'),
    scope: from.text('scope'),
    seen: seenOf(
      from.integerOrNull('seen_n'),
      from.integerOrNull('seen_first'),
      from.integerOrNull('seen_last'),
    ),
  }),
  { seen: (value) => [value?.n ?? null, value?.first ?? null, value?.last ?? null] },
);
const COLUMNS = memoryCodec.columns;
export const readMemory = memoryCodec.read;

/** The columns of `memories AS m`, to be followed by others or `)`. */
export const MEMORY_JSON = `json_array(${COLUMNS.map((column) => `m.${column}`).join(', ')}`;

/** The columns of `memories AS m` that ranking reads, to be followed by others or `)`. */
export const FOUND_MEMORY_JSON = `json_array(${m.id}, ${m.content}, ${m.aside}`;

const MEMORY_BY_ID = `SELECT ${MEMORY_JSON}) FROM memories AS m WHERE ${m.id} = ?1`;
const MEMORIES_BY_IDS = `SELECT ${MEMORY_JSON}) FROM memories AS m WHERE ${m.id} IN (SELECT value FROM json_each(?1))`;
/** The join keeps the order of its outer side. */
const MEMORIES_BY_NUMBERS = `SELECT ${MEMORY_JSON}) FROM json_each(?1) AS number CROSS JOIN memories AS m ON ${m.rid} = number.value
  WHERE ${m.state} = 0 AND ${m.project} IS ?2 ORDER BY number.key LIMIT ?3`;
const MEMORIES_BY_HASH = `SELECT ${MEMORY_JSON}) FROM memories AS m
  WHERE ${m.contentHash} IN (SELECT value FROM json_each(?1)) ORDER BY ${m.id}`;
const HAS_HASH = `SELECT 1 FROM memories WHERE ${memories.contentHash} = ?1 LIMIT 1`;
const MEMORIES_BY_KEY = `SELECT ${MEMORY_JSON}) FROM memories AS m
  WHERE ${m.key} = ?1 AND (?2 IS NULL OR ${m.namespace} = ?2) ORDER BY ${m.id}`;
/** Sorts and limits in a subquery, so only the selected rows are built. */
const NAMESAKES = `SELECT ${MEMORY_JSON}) FROM memories AS m
  WHERE ${m.rid} IN (SELECT ${memories.rid} FROM memories
    WHERE ${memories.key} = ?1 AND ${memories.project} IS ?2 AND ${memories.state} = 0
    ORDER BY ${memories.updatedAt} DESC, ${memories.id} DESC LIMIT ?3)
  ORDER BY ${m.updatedAt} DESC, ${m.id} DESC`;
const MEMORIES_AFTER = `SELECT ${MEMORY_JSON}) FROM memories AS m WHERE ${m.id} > ?1 ORDER BY ${m.id} LIMIT ?2`;

/** A memory whose text changes waits to be summarised and compared again. [SU-1, M-4] */
const UPSERT = insertInto(
  'memories',
  COLUMNS,
  `${replacing(['id'], COLUMNS)}, summarised = iif(content_hash = excluded.content_hash, summarised, 0),
    compared = iif(content_hash = excluded.content_hash, compared, 0)`,
);
/** Without an update clause SQLite does not compile the index's update triggers, a third of the time of a save. */
const INSERT_NEW = insertInto('memories', COLUMNS, '(id) DO NOTHING');

const SET_STATES = `UPDATE memories SET ${memories.state} = j.state
  FROM (SELECT value ->> 0 AS id, value ->> 1 AS state FROM json_each(?1)) AS j WHERE ${ofMemories.id} = j.id`;

const ERASE = [
  ...[tables.memories.id, tables.access.entity, tables.injected.entity].map(deleteAmong),
  ...[tables.branches.subject, tables.uses.entity].map(deleteAmong),
  ...[tables.findings.entity, tables.findings.other, tables.edges.successor].map(deleteAmong),
  // SC-8: clears log, output and summary of runs whose log names the memory.
  `UPDATE schedule_runs SET ${scheduleRuns.log} = NULL, ${scheduleRuns.output} = NULL, ${scheduleRuns.summary} = NULL
    WHERE EXISTS (SELECT 1 FROM json_each(?1) WHERE instr(${scheduleRuns.log}, value) > 0)`,
  `UPDATE schedule_times SET ${scheduleTimes.runningLog} = NULL
    WHERE EXISTS (SELECT 1 FROM json_each(?1) WHERE instr(${scheduleTimes.runningLog}, value) > 0)`,
  deleteAmong(tables.revisions.entity),
];

export const readFoundMemory = (columns: Columns): FoundMemory => ({
  id: columns.entity(),
  content: columns.text(),
  aside: columns.text(),
});

export const readMemories = (rows: readonly Row[]): readonly MemoryRow[] => readRows(rows, readMemoryRow);

export const readMemoryRow = (row: Row): MemoryRow => readMemory(jsonColumns(row));

/** Returns memories in the order of the ids. Unknown ids are left out. */
export const memoriesByIds = async (sql: Sql, ids: readonly EntityId[]): Promise<readonly MemoryRow[]> => {
  if (ids.length === 0) return [];
  const rows = readMemories(await sql.all(MEMORIES_BY_IDS, [JSON.stringify(ids)]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
};

/** The reads of the writer, which readers have too. */
export const memoryReads = (sql: Sql): Pick<ReadStore, 'memory' | 'memoriesByHash' | 'memoriesByKey'> => ({
  memory: async (id) => readMemories(await sql.all(MEMORY_BY_ID, [id]))[0] ?? null,
  memoriesByHash: async (hashes) => {
    const [first, ...others] = hashes;
    if (first === undefined) return [];
    // A save looks up one hash, which rarely exists. Checking only for existence is twice as fast.
    if (others.length === 0 && (await sql.all(HAS_HASH, [first])).length === 0) return [];
    return readMemories(await sql.all(MEMORIES_BY_HASH, [JSON.stringify(hashes)]));
  },
  memoriesByKey: async (key, namespace) => readMemories(await sql.all(MEMORIES_BY_KEY, [key, namespace])),
});

type ByRows = 'memoriesByIds' | 'namesakes' | 'rowsAfter' | 'rowsByNumbers';
export const memoryQueries = (sql: Sql): Pick<ReadStore, ByRows> => ({
  memoriesByIds: (ids) => memoriesByIds(sql, ids),
  namesakes: async (key, project, limit) => readMemories(await sql.all(NAMESAKES, [key, project, limit])),
  rowsAfter: (after, limit) =>
    readPageOf(limit, (asked) => sql.all(MEMORIES_AFTER, [after ?? '', asked]), readMemoryRow),
  rowsByNumbers: async (numbers, project, limit) =>
    numbers.length === 0
      ? []
      : readMemories(await sql.all(MEMORIES_BY_NUMBERS, [JSON.stringify(numbers), project, limit])),
});

export const memoryFields = {
  /** Erases memories and the rows of other tables about them. Triggers erase the index entries. [ST-4] */
  eraseMemories: (sql, ids) => postEach(sql, ERASE, ids),
  async memories(sql, rows, { set }) {
    const values = rows.map(memoryCodec.write);
    const [first] = values;
    // A single row is mostly new, because it comes from a save. On a remote database the attempt would cost a round trip.
    if (values.length === 1 && first !== undefined && !sql.isRemote) {
      if ((await sql.run(INSERT_NEW.one, first)) === 1) return;
    }
    const upsert = () => insertRows(sql, UPSERT, values);
    // Every statement ends by writing the index, so blocks of rows are indexed after all of them.
    if (values.length < BLOCK_ROWS) await upsert();
    else await addWithoutIndex(sql, values.length, upsert, set.indexLater === true ? 'later' : 'now');
  },
  states: (sql, states) => sql.post(SET_STATES, [valuesOf(states, 'id', 'state')]),
} satisfies Partial<FieldWrites>;
