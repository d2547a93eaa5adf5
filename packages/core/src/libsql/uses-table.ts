/** `uses`: how often agents were given a memory, and whether an answer used it. [M-14] */
import * as tables from '@cairn/schema/local-tables';
import type { UseQueries, UseTransaction } from '../ports/use-store.ts';
import { a, f, injected, m } from './column-names.ts';
import { columnsOf, reading, readRows, soundJson } from './columns.ts';
import type { Sql } from './database.ts';
import { MEMORY_JSON, readMemories, readMemory } from './memories-table.ts';

const o = tables.namesOf(tables.memories, 'o');
const u = tables.namesOf(tables.uses, 'u');
const uses = tables.namesOf(tables.uses);

const COUNT_GIVEN = `INSERT INTO uses (${uses.entity}, ${uses.agent}, ${uses.given}, ${uses.firstAt}, ${uses.lastAt})
  SELECT ${m.id}, ?2, 1, ?3, ?3 FROM json_each(?1) AS j JOIN memories AS m ON ${m.id} = j.value WHERE true
  ON CONFLICT (entity, agent) DO UPDATE SET given = given + 1, last_at = excluded.last_at`;
/** Condition for memories that the session was given and has not used yet. ?1: the session, ?2: ids. */
const NOT_USED = `${injected.session} = ?1 AND ${injected.used} = 0 AND ${injected.entity} IN (SELECT value FROM json_each(?2))`;
const COUNT_USED = `UPDATE uses SET ${uses.used} = ${uses.used} + 1, ${uses.usedAt} = ?4
  WHERE ${uses.agent} = ?3 AND ${uses.entity} IN (SELECT ${injected.entity} FROM injected WHERE ${NOT_USED})`;
const MARK_USED = `UPDATE injected SET ${injected.used} = 1 WHERE ${NOT_USED}`;

const USES_OF = `SELECT json_array(${u.entity}, ${u.agent}, ${u.given}, ${u.firstAt}, ${u.lastAt}, ${u.used}, ${u.usedAt})
  FROM json_each(?1) AS j CROSS JOIN uses AS u ON ${u.entity} = j.value ORDER BY ${u.given} DESC, ${u.agent}`;
const UNUSED_IN = `SELECT ${injected.entity}, ${injected.at} FROM injected
  WHERE ${injected.session} = ?1 AND ${injected.used} = 0 AND ${injected.entity} IN (SELECT id FROM memories)`;

const PROPOSED = `${m.state} = 0 AND ${m.pinned} = 0 AND ${m.source} <> 'import' AND NOT EXISTS (SELECT 1 FROM findings AS f
  WHERE ${f.entity} = ${m.id} AND ${f.other} = '' AND ${f.kept} = 1 AND ${f.entityHash} = ${m.contentHash})`;
const GIVEN_UNUSED = `SELECT ${MEMORY_JSON}, first) FROM (
    SELECT ${uses.entity} AS given_id, sum(${uses.given}) AS times, min(${uses.firstAt}) AS first FROM uses GROUP BY 1
    HAVING times >= ?1 AND first <= ?2 AND sum(${uses.used}) = 0)
  CROSS JOIN memories AS m ON ${m.id} = given_id LEFT JOIN access AS a ON ${a.entity} = ${m.id}
  WHERE ${PROPOSED} AND coalesce(${a.lastAt}, 0) < first AND NOT coalesce(${m.namespace} LIKE 'tacit/personality%', 0)
  ORDER BY times DESC, ${m.id} LIMIT ?3`;
const NEVER_GIVEN = `SELECT ${MEMORY_JSON}) FROM memories AS m LEFT JOIN access AS a ON ${a.entity} = ${m.id}
  WHERE ${PROPOSED} AND max(${m.createdAt}, ${m.updatedAt}) <= ?1 AND ${m.trust} IN ('high', 'normal') AND coalesce(${a.lastAt}, 0) <= ?1
    AND NOT EXISTS (SELECT 1 FROM uses AS u WHERE ${u.entity} = ${m.id})
    AND (SELECT min(${uses.firstAt}) FROM uses) <= ?1
    AND coalesce(${m.project}, '') IN (
      SELECT coalesce(${o.project}, '') FROM uses AS u JOIN memories AS o ON ${o.id} = ${u.entity} WHERE ${u.firstAt} <= ?1)
  ORDER BY ${m.createdAt}, ${m.id} LIMIT ?2`;

export const useWrites = (sql: Sql): UseTransaction => ({
  countGiven: (agent, ids, nowMs) => sql.post(COUNT_GIVEN, [JSON.stringify([...new Set(ids)]), agent, nowMs]),
  async countUsed(session, agent, ids, nowMs) {
    const wanted = JSON.stringify(ids);
    await sql.post(COUNT_USED, [session, wanted, agent, nowMs]);
    await sql.post(MARK_USED, [session, wanted]);
  },
});

const readUse = reading({
  ...{ entity: 'entity', agent: 'text', given: 'integer', firstAt: 'integer', lastAt: 'integer' },
  ...{ used: 'integer', usedAt: 'integerOrNull' },
});
const readGiven = reading({ id: 'entity', at: 'integer' });

export const useQueries = (sql: Sql): UseQueries => ({
  usesOf: async (ids) => soundJson(await sql.all(USES_OF, [JSON.stringify(ids)]), readUse),
  unusedIn: async (session) =>
    readRows(await sql.all(UNUSED_IN, [session]), (row) => readGiven(columnsOf(row))),
  givenUnused: async ({ times, sinceMs }, limit) =>
    soundJson(await sql.all(GIVEN_UNUSED, [times, sinceMs, limit]), (columns) => ({
      memory: readMemory(columns),
      firstAt: columns.integer(),
    })),
  neverGiven: async (beforeMs, limit) => readMemories(await sql.all(NEVER_GIVEN, [beforeMs, limit])),
});
