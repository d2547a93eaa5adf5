/** The registers that this device stores, including quarantine, in the order of its digests. [SY-E5] */

import type { RegisterQueries } from '../ports/register-store.ts';
import { d, o, q, r } from './column-names.ts';
import { fromJson } from './columns.ts';
import type { Sql } from './database.ts';

/** Sorts after every entity. */
const END = '~';

/**
 * The registers of a page. A quarantined value with a larger stamp replaces the register, if it is credible or the
 * server holds it. [TR-5]
 */
const PRESENT = `SELECT ${r.entity}, ${r.facet}, max(${r.hlc}, coalesce(${q.hlc}, '')), iif(${q.hlc} > ${r.hlc}, ${q.seq}, ${r.seq}) AS seq,
    iif(${q.hlc} > ${r.hlc}, ${q.reason}, NULL)
  FROM registers AS r LEFT JOIN quarantine AS q ON ${q.entity} = ${r.entity} AND ${q.facet} = ${r.facet}
    AND (${q.seq} IS NOT NULL OR ${q.reason} NOT IN ('forged', 'future', 'no_key', 'old_key'))
  WHERE (${r.entity}, ${r.facet}) > (?1, ?2) AND ${r.entity} < ?3
    AND (${r.facet} <> 'gone' OR iif(${q.hlc} > ${r.hlc}, ${q.seq}, ${r.seq}) IS NULL OR iif(${q.hlc} > ${r.hlc}, ${q.seq}, ${r.seq}) > ?4)`;
/** Quarantined values without a register. */
const UNREAD = `SELECT ${q.entity}, ${q.facet}, ${q.hlc}, ${q.seq}, ${q.reason} FROM quarantine AS q
  WHERE (${q.entity}, ${q.facet}) > (?1, ?2) AND ${q.entity} < ?3 AND (${q.facet} <> 'gone' OR ${q.seq} IS NULL OR ${q.seq} > ?4)
    AND (${q.seq} IS NOT NULL OR ${q.reason} NOT IN ('forged', 'future', 'no_key', 'old_key'))
    AND NOT EXISTS (SELECT 1 FROM registers AS r WHERE ${r.entity} = ${q.entity} AND ${r.facet} = ${q.facet})`;
/**
 * Merges registers and quarantine. Both are read along their primary keys from `?1`, `?2` on, so the cost of a page
 * depends only on its size.
 */
const HELD = `WITH held (entity, facet, hlc, seq, unread) AS (${PRESENT} UNION ALL ${UNREAD} ORDER BY 1, 2 LIMIT ?5)
  SELECT json_array(h.entity, h.facet, h.hlc, h.seq, ${o.hlc} IS NOT NULL, ${d.verdict}, h.unread) FROM held AS h
  LEFT JOIN outbox AS o ON ${o.hlc} = h.hlc AND ${o.entity} = h.entity AND ${o.facet} = h.facet
  LEFT JOIN dead_letters AS d ON ${d.entity} = h.entity AND ${d.facet} = h.facet AND ${d.hlc} = h.hlc
  ORDER BY h.entity, h.facet`;

export const heldQueries = (sql: Sql): Pick<RegisterQueries, 'held'> => ({
  held: async ({ after, to, above }, limit) =>
    fromJson(await sql.all(HELD, [after.entity, after.facet, to ?? END, above, limit]), (columns) => ({
      entity: columns.entity(),
      facet: columns.text(),
      hlc: columns.hlc(),
      seq: columns.integerOrNull(),
      waiting: columns.flag(),
      refused: columns.textOrNull(),
      unread: columns.textOrNull(),
    })),
});
