/** What the visibility of a memory depends on. [SY-M5, SY-M8] */
import { type EntityId, TRUSTS } from '@cairn/schema';
import type { MemoryState, Neighbour } from '../ports/store.ts';
import { jsonColumns, readRows } from './columns.ts';
import type { Row, Sql } from './database.ts';

const NEIGHBOURS = `WITH RECURSIVE near (id) AS (
    SELECT value FROM json_each(?1)
    UNION SELECT m.superseded_by FROM near JOIN memories AS m ON m.id = near.id WHERE m.superseded_by IS NOT NULL
    UNION SELECT m.id FROM near JOIN memories AS m ON m.superseded_by = near.id
    UNION SELECT twin.id FROM near JOIN memories AS m ON m.id = near.id
      JOIN memories AS twin ON twin.content_hash = m.content_hash)
  SELECT json_array(near.id, m.id IS NULL, m.superseded_by, link.hlc, m.content_hash, m.project, m.namespace, m.trust,
    coalesce(m.state, 0))
  FROM near
    LEFT JOIN memories AS m ON m.id = near.id
    LEFT JOIN registers AS link ON link.entity = m.id AND link.facet = 'link'
  WHERE m.id IS NOT NULL OR EXISTS (SELECT 1 FROM registers AS gone WHERE gone.entity = near.id AND gone.facet = 'gone')
  ORDER BY near.id`;

const LINKED_AMONG = `SELECT json_array(j.value) FROM json_each(?1) AS j
  WHERE EXISTS (SELECT 1 FROM memories AS m WHERE m.superseded_by = j.value)`;

const TRUST_SET = new Set(TRUSTS);
const STATE_SET: ReadonlySet<MemoryState> = new Set([0, 1, 2, 3]);

const readNeighbour = (row: Row): Neighbour => {
  const columns = jsonColumns(row);
  return {
    id: columns.entity(),
    gone: columns.integer() !== 0,
    supersededBy: columns.entityOrNull(),
    linkHlc: columns.hlcOrNull(),
    contentHash: columns.textOrNull(),
    project: columns.textOrNull(),
    namespace: columns.textOrNull(),
    trust: columns.oneOfOrNull(TRUST_SET),
    state: columns.oneOf(STATE_SET),
  };
};

export const neighboursOf = async (sql: Sql, ids: readonly EntityId[]): Promise<readonly Neighbour[]> =>
  ids.length === 0 ? [] : readRows(await sql.all(NEIGHBOURS, [JSON.stringify(ids)]), readNeighbour);

export const linkedAmong = async (sql: Sql, ids: readonly EntityId[]): Promise<readonly EntityId[]> =>
  ids.length === 0
    ? []
    : (await sql.all(LINKED_AMONG, [JSON.stringify(ids)])).map((row) => jsonColumns(row).entity());
