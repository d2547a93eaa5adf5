/** The rows that a memory's visibility depends on, and those that it says it replaced. [SY-M5, SY-M8, RL-1] */
import type { EntityId } from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import type { Edge, Neighbour, StoreTransaction } from '../ports/store.ts';
import { storeFailure } from '../ports/store-failure.ts';
import { m } from './column-names.ts';
import { type Columns, fromJson, reading, soundJson, storedJson } from './columns.ts';
import type { Sql } from './database.ts';
import { STATE_SET, TRUST_SET } from './memories-table.ts';
import { deleteAmong, type FieldWrites } from './upsert.ts';

const e = tables.namesOf(tables.edges, 'e');
const twin = tables.namesOf(tables.memories, 'twin');
const link = tables.namesOf(tables.registers, 'link');
const gone = tables.namesOf(tables.registers, 'gone');
const edges = tables.namesOf(tables.edges);
const r = tables.namesOf(tables.revisions, 'r');
const s = tables.namesOf(tables.memories, 's');

/**
 * Each text is a node of the graph, named '#' and its hash, because joining every memory to every twin would cost n² for
 * n equal texts. No id begins with '#', so such a node has no row in the result. [TR-55]
 */
const NEIGHBOURS = `WITH RECURSIVE near (id) AS (
    SELECT value FROM json_each(?1)
    UNION SELECT ${m.supersededBy} FROM near JOIN memories AS m ON ${m.id} = near.id WHERE ${m.supersededBy} IS NOT NULL
    UNION SELECT ${m.id} FROM near JOIN memories AS m ON ${m.supersededBy} = near.id
    UNION SELECT ${e.original} FROM near JOIN edges AS e ON ${e.successor} = near.id
    UNION SELECT ${e.successor} FROM near JOIN edges AS e ON ${e.original} = near.id
    UNION SELECT '#' || ${m.contentHash} FROM near JOIN memories AS m ON ${m.id} = near.id
    UNION SELECT ${twin.id} FROM near JOIN memories AS twin ON ${twin.contentHash} = substr(near.id, 2)
      WHERE near.id >= '#' AND near.id < '$')
  SELECT json_array(near.id, ${m.id} IS NULL, ${m.supersededBy}, ${link.hlc}, ${m.contentHash}, ${m.project}, ${m.namespace}, ${m.trust},
    coalesce(${m.state}, 0),
    (SELECT json_group_array(json_array(${e.original}, ${e.kept})) || '' FROM
      (SELECT original, kept FROM edges WHERE successor = ${m.id} ORDER BY original) AS e))
  FROM near
    LEFT JOIN memories AS m ON ${m.id} = near.id
    LEFT JOIN registers AS link ON ${link.entity} = ${m.id} AND ${link.facet} = 'link'
  WHERE ${m.id} IS NOT NULL OR EXISTS (SELECT 1 FROM registers AS gone WHERE ${gone.entity} = near.id AND ${gone.facet} = 'gone')
  ORDER BY near.id`;

const LINKED_AMONG = `SELECT json_array(j.value) FROM json_each(?1) AS j
  WHERE EXISTS (SELECT 1 FROM memories AS m WHERE ${m.supersededBy} = j.value)
    OR EXISTS (SELECT 1 FROM edges AS e WHERE ${e.original} = j.value)`;

const ERASE_EDGES = deleteAmong(tables.edges.successor);
const ADD_EDGES = `INSERT INTO edges (${edges.original}, ${edges.successor}, ${edges.kept})
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)`;
const LOST = `SELECT DISTINCT json_array(${r.entity}, ${s.id}) FROM revisions AS r
    JOIN memories AS m ON ${m.id} = ${r.entity} AND ${m.supersededBy} IS NOT NULL
    JOIN memories AS s ON ${s.id} = ${r.value} ->> '$.supersededBy' AND ${s.id} <> ${m.id}
  WHERE ${r.facet} = 'link'
    AND NOT EXISTS (SELECT 1 FROM edges AS e WHERE ${e.original} = ${m.id} AND ${e.successor} = ${s.id})
  ORDER BY ${s.id}, ${r.entity} LIMIT ?1`;
const DANGLING = `SELECT DISTINCT json_array(${e.successor}) FROM edges AS e
  WHERE NOT EXISTS (SELECT 1 FROM memories AS m WHERE ${m.id} = ${e.original})`;
const MISSING = `SELECT DISTINCT json_array(${m.supersededBy}) FROM memories AS m WHERE ${m.supersededBy} IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM memories AS s WHERE ${s.id} = ${m.supersededBy})
    AND NOT EXISTS (SELECT 1 FROM registers AS gone WHERE ${gone.entity} = ${m.supersededBy} AND ${gone.facet} = 'gone')`;

const readNeighbour = (columns: Columns): Neighbour => ({
  id: columns.entity(),
  gone: columns.flag(),
  supersededBy: columns.entityOrNull(),
  linkHlc: columns.hlcOrNull(),
  contentHash: columns.textOrNull(),
  project: columns.textOrNull(),
  namespace: columns.textOrNull(),
  trust: columns.oneOfOrNull(TRUST_SET),
  state: columns.oneOf(STATE_SET),
  replaces: readEdges(columns.text()),
});

const readEdges = (text: string): readonly Edge[] => {
  if (text === '[]') return [];
  const pairs = storedJson(text);
  if (!Array.isArray(pairs)) throw storeFailure('corrupt', 'what a memory replaced is not a list');
  return pairs.map(([original, kept]) => ({ original, kept: kept === 1 }));
};

export const neighboursOf = async (sql: Sql, ids: readonly EntityId[]): Promise<readonly Neighbour[]> =>
  ids.length === 0 ? [] : soundJson(await sql.all(NEIGHBOURS, [JSON.stringify(ids)]), readNeighbour);

type EdgeReads = 'linkedAmong' | 'lostEdges' | 'danglingSuccessors' | 'missingSuccessors';
export const edgeReads = (sql: Sql): Pick<StoreTransaction, EdgeReads> => ({
  linkedAmong: async (ids) =>
    ids.length === 0
      ? []
      : fromJson(await sql.all(LINKED_AMONG, [JSON.stringify(ids)]), (columns) => columns.entity()),
  lostEdges: async (limit) =>
    soundJson(await sql.all(LOST, [limit]), reading({ original: 'entity', successor: 'entity' })),
  danglingSuccessors: async () => soundJson(await sql.all(DANGLING), (columns) => columns.entity()),
  missingSuccessors: async () => soundJson(await sql.all(MISSING), (columns) => columns.entity()),
});

export const edgeFields = {
  async edges(sql, edges) {
    await sql.post(ERASE_EDGES, [JSON.stringify(edges.map(({ successor }) => successor))]);
    const rows = edges.flatMap(({ successor, replaces }) =>
      replaces.map(({ original, kept }) => [original, successor, kept ? 1 : 0]),
    );
    if (rows.length > 0) await sql.post(ADD_EDGES, [JSON.stringify(rows)]);
  },
} satisfies Partial<FieldWrites>;
