/** Rows of `findings`, and the marks of compared memories. [M-4, G-1] */
import * as tables from '@cairn/schema/local-tables';
import type { Finding, ReviewReads, ReviewWrites } from '../ports/review-store.ts';
import { a as aAccess, f, m, memories, ofMemories } from './column-names.ts';
import { countOf, fromJson, readPageOf, soundJson } from './columns.ts';
import type { Sql } from './database.ts';
import { MEMORY_JSON, readMemories, readMemory, readMemoryRow } from './memories-table.ts';
import { insertInto, insertRows, valuesOf } from './upsert.ts';

const findings = tables.namesOf(tables.findings);
const a = tables.namesOf(tables.memories, 'a');
const b = tables.namesOf(tables.memories, 'b');

const UNCOMPARED = `SELECT ${MEMORY_JSON}) FROM memories AS m WHERE ${m.compared} = 0 AND ${m.state} = 0
  ORDER BY ${m.rid} DESC LIMIT ?1`;
const COUNT_UNCOMPARED = `SELECT count(*) FROM memories WHERE ${memories.compared} = 0 AND ${memories.state} = 0`;
const HELD = `SELECT ${MEMORY_JSON}) FROM memories AS m WHERE ${m.state} = 3
  ORDER BY ${m.createdAt} DESC, ${m.id} DESC LIMIT ?1`;
const BESIDE = `SELECT ${MEMORY_JSON}) FROM memories AS m WHERE ${m.state} = 1 AND ${m.supersededBy} IS NULL
  ORDER BY ${m.createdAt} DESC, ${m.id} DESC LIMIT ?1`;
const CONTRADICTIONS = `SELECT json_array(${f.entity}, ${f.other}) FROM findings AS f
    JOIN memories AS a ON ${a.id} = ${f.entity} AND ${a.state} = 0 AND ${a.contentHash} = ${f.entityHash}
    JOIN memories AS b ON ${b.id} = ${f.other} AND ${b.state} = 0 AND ${b.contentHash} = ${f.otherHash}
  WHERE ${f.kept} = 0 AND ${f.other} <> '' ORDER BY f.rowid DESC LIMIT ?1`;
const DUE = `SELECT ${MEMORY_JSON}, ${f.dueAt}) FROM findings AS f
    JOIN memories AS m ON ${m.id} = ${f.entity} AND ${m.state} = 0 AND ${m.contentHash} = ${f.entityHash}
  WHERE ${f.kept} = 0 AND ${f.other} = '' AND ${f.dueAt} <= ?1 ORDER BY ${f.dueAt}, ${f.entity} LIMIT ?2`;
const UNUSED = `SELECT ${MEMORY_JSON}) FROM memories AS m LEFT JOIN access AS a ON ${aAccess.entity} = ${m.id}
  WHERE ${m.state} = 0 AND max(${m.createdAt}, ${m.updatedAt}) <= ?1 AND ${m.source} IN ('auto', 'import', 'tool', 'web')
    AND ${m.pinned} = 0 AND ${m.key} IS NULL AND coalesce(${aAccess.lastAt}, 0) <= ?1
    AND NOT EXISTS (SELECT 1 FROM findings AS f
      WHERE ${f.entity} = ${m.id} AND ${f.other} = '' AND ${f.kept} = 1 AND ${f.entityHash} = ${m.contentHash})
  ORDER BY ${m.createdAt}, ${m.id} LIMIT ?2`;

const MARK = `UPDATE memories SET ${memories.compared} = 1
  FROM (SELECT value ->> 0 AS id, value ->> 1 AS content_hash FROM json_each(?1)) AS j
  WHERE ${ofMemories.id} = j.id AND ${ofMemories.contentHash} = j.content_hash`;
const COLUMNS = [
  findings.entity,
  findings.other,
  findings.entityHash,
  findings.otherHash,
  findings.dueAt,
  findings.kept,
];
const ADD = insertInto(
  'findings',
  COLUMNS,
  `(entity, other) DO UPDATE SET entity_hash = excluded.entity_hash, other_hash = excluded.other_hash,
    due_at = excluded.due_at, kept = excluded.kept
  WHERE excluded.kept = 1 OR excluded.entity_hash <> entity_hash OR excluded.other_hash <> other_hash`,
);

export const reviewReads = (sql: Sql): ReviewReads => ({
  uncompared: (limit) => readPageOf(limit, (asked) => sql.all(UNCOMPARED, [asked]), readMemoryRow),
  uncomparedCount: () => countOf(sql, COUNT_UNCOMPARED),
  heldRows: async (limit) => readMemories(await sql.all(HELD, [limit])),
  besideRows: async (limit) => readMemories(await sql.all(BESIDE, [limit])),
  contradictions: async (limit) =>
    fromJson(
      await sql.all(CONTRADICTIONS, [limit]),
      (columns) => [columns.entity(), columns.entity()] as const,
    ),
  dueBy: async (nowMs, limit) =>
    soundJson(await sql.all(DUE, [nowMs, limit]), (columns) => ({
      memory: readMemory(columns),
      dueAt: columns.integer(),
    })),
  unused: async (beforeMs, limit) => readMemories(await sql.all(UNUSED, [beforeMs, limit])),
});

export const reviewWrites = (sql: Sql): ReviewWrites => ({
  async noteCompared(compared, findings) {
    await sql.post(MARK, [valuesOf(compared, 'id', 'contentHash')]);
    const rows = findings.map((finding) => values(finding, 0));
    await insertRows(sql, ADD, rows);
  },
  keepFinding: (entity, other) => insertRows(sql, ADD, [values({ entity, other, dueAt: 0 }, 1)]),
});

const values = ({ entity, other, dueAt }: Finding, kept: 0 | 1): readonly (string | number)[] => [
  entity.id,
  other?.id ?? '',
  entity.contentHash,
  other?.contentHash ?? '',
  dueAt,
  kept,
];
