/** The memories that a context may show: whole rows, or only the columns that decide whether a row is worth reading. */

import { ASKED_TAGS } from '../memory/asked.ts';
import type { ContextCandidate, ContextQueries, ContextRow } from '../ports/store.ts';
import { a, f, m, memories } from './column-names.ts';
import { columnsOf, countOf, jsonColumns, readPageOf, readRows, storedJson } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { MEMORY_JSON, readMemory } from './memories-table.ts';
import { LIVING } from './scope.ts';

/** Uses only the index of projects. */
const CURRENT_COUNT = `SELECT count(*) FROM (SELECT 1 FROM memories WHERE ${memories.project} IS ?1 AND ${memories.state} = 0 LIMIT ?2)`;

const ROW = `${MEMORY_JSON}, coalesce(${a.n}, 0))`;
/** True when a finding says that the memory is out of date at `:livingAt`, and nobody decided to keep it. */
const STALE = `EXISTS (SELECT 1 FROM findings AS f WHERE ${f.entity} = ${m.id} AND ${f.other} = '' AND ${f.kept} = 0
  AND ${f.dueAt} <= :livingAt AND ${f.entityHash} = ${m.contentHash})`;
const inContext = (where: string): string =>
  `WHERE ${m.state} = 0 AND ${m.trust} IN ('high', 'normal') AND ${LIVING} AND ${where} AND NOT ${STALE}`;
/** Joins all rows into one value, because passing on many small rows costs more than reading them. */
const grouped = (rows: string): string => `SELECT group_concat(line, ',') FROM (${rows})`;
/** Tags are stored as JSON, in which a quote within a tag is escaped. */
const ASKED = `${m.source} = 'auto' AND (${ASKED_TAGS.map((tag) => `instr(${m.tags}, '"${tag}"') > 0`).join(' OR ')})`;
/** The columns of a candidate; `access AS a` has its count. */
const CANDIDATE = `json_array(${m.id}, ${m.contentHash}, ${m.createdAt}, length(${m.content}), ${m.key} IS NOT NULL, ${m.source} = 'user',
  ${ASKED}, coalesce(${a.n}, 0)) AS line`;
/**
 * Builds the statements for the newest and the most accessed memories. The first walks the index of dates, the second
 * the index of counts, and reads columns only of rows that it takes. For whole rows, it leaves out the newest.
 */
const contextStatements = (
  memories: string,
  where: string,
  accessed = `access AS a CROSS JOIN memories AS m ON ${m.id} = ${a.entity}`,
) => {
  const newest = `FROM ${memories} LEFT JOIN access AS a ON ${a.entity} = ${m.id}
    ${inContext(where)} ORDER BY ${m.createdAt} DESC, ${m.id} DESC LIMIT :limit`;
  const mostAccessed = `FROM (
      SELECT ${m.rid}, ${a.n} FROM ${accessed} ${inContext(where)} ORDER BY ${a.n} DESC, ${m.id} DESC LIMIT :limit) AS a
    CROSS JOIN memories AS m ON ${m.rid} = a.rid`;
  return {
    newest: `SELECT ${ROW} ${newest}`,
    mostAccessed: `SELECT ${ROW} ${mostAccessed}
      WHERE ${m.id} NOT IN (SELECT value FROM json_each(:present)) ORDER BY ${a.n} DESC, ${m.id} DESC`,
    newestCandidates: grouped(`SELECT ${CANDIDATE} ${newest}`),
    accessedCandidates: grouped(`SELECT ${CANDIDATE} ${mostAccessed}`),
  };
};
const MEMORIES = 'memories AS m';
/** Names the index, because SQLite otherwise walks all dates of a large store to find the few pinned rows. */
const PINNED = `${MEMORIES} INDEXED BY memories_pinned`;
/**
 * Bounds in this form let SQLite use the partial indexes. `tacit/personality-x` lies between the bounds but does not
 * belong to the namespace; so does `tacit-x` below.
 */
const PERSONALITY = `${m.namespace} >= 'tacit/personality' AND ${m.namespace} < 'tacit/personality0'
  AND (${m.namespace} = 'tacit/personality' OR ${m.namespace} > 'tacit/personality/')`;
/**
 * The tacit rows among the 1,000 most accessed. Without the limit, SQLite would walk all accessed rows when few of them
 * are tacit. `memories_tacit_ids` contains only tacit rows.
 */
const TACIT_ACCESSED = `(SELECT entity, n FROM access ORDER BY n DESC LIMIT 1000) AS a
  CROSS JOIN memories AS m INDEXED BY memories_tacit_ids ON ${m.id} = ${a.entity}`;
const TACIT = `${m.namespace} >= 'tacit' AND ${m.namespace} < 'tacit0' AND (${m.namespace} = 'tacit' OR ${m.namespace} > 'tacit/')`;
const CONTEXT = {
  pinned: contextStatements(PINNED, `${m.pinned} = 1 AND (${m.project} IS NULL OR ${m.project} = :project)`),
  recent: contextStatements(MEMORIES, `${m.pinned} = 0 AND ${m.project} IS NULL`),
  project: contextStatements(MEMORIES, `${m.pinned} = 0 AND ${m.project} = :project`),
  personality: contextStatements(
    'memories AS m INDEXED BY memories_personality',
    `${m.project} IS :project AND ${TACIT} AND ${PERSONALITY}`,
    TACIT_ACCESSED,
  ),
  tacit: contextStatements(
    'memories AS m INDEXED BY memories_tacit',
    `${m.project} IS :project AND ${TACIT} AND NOT (${PERSONALITY})`,
    TACIT_ACCESSED,
  ),
} as const;

/** Reads beginnings only, because a text is judged by its beginning. */
const TEXTS = grouped(`SELECT json_array(${m.contentHash}, substr(${m.content}, 1, :chars)) AS line
  FROM json_each(:ids) AS wanted CROSS JOIN memories AS m ON ${m.id} = wanted.value`);

export const contextQueries = (sql: Sql): Omit<ContextQueries, 'injectedIn'> => ({
  async listForContext({ kind, project, livingAt, newest, mostAccessed }) {
    const args = kind === 'recent' ? { livingAt } : { livingAt, project };
    const ask = (limit: number) => sql.all(CONTEXT[kind].newest, { ...args, limit });
    const newer = await readPageOf(newest, ask, readContextRow);
    // A page that is not full is the last.
    if (newer.length < newest) return newer;
    const present = JSON.stringify(newer.map(({ memory }) => memory.id));
    const accessed = await sql.all(CONTEXT[kind].mostAccessed, { ...args, limit: mostAccessed, present });
    return [...newer, ...readRows(accessed, readContextRow)];
  },
  async contextCandidates({ kind, project, livingAt, newest, mostAccessed }) {
    const args = kind === 'recent' ? { livingAt } : { livingAt, project };
    const { newestCandidates, accessedCandidates } = CONTEXT[kind];
    const of = kind === 'recent' ? null : project;
    const read = (line: Row): ContextCandidate => readCandidate(line, of);
    const newer = groupOf(await sql.all(newestCandidates, { ...args, limit: newest }));
    const found = readRows(newer, read);
    // A page that is not full is the last.
    if (newer.length < newest) return found;
    const accessed = groupOf(await sql.all(accessedCandidates, { ...args, limit: mostAccessed }));
    const present = new Set(found.map(({ id }) => id));
    return [...found, ...readRows(accessed, read).filter(({ id }) => !present.has(id))];
  },
  beginningsOf: async (ids, chars) =>
    readRows(groupOf(await sql.all(TEXTS, { ids: JSON.stringify(ids), chars })), (line) => {
      const columns = columnsOf(line);
      return { contentHash: columns.text(), text: columns.text() };
    }),
  async currentCount(projects, atMost) {
    let sum = 0;
    for (const project of new Set(projects)) sum += await countOf(sql, CURRENT_COUNT, [project, atMost]);
    return Math.min(sum, atMost);
  },
});

const readContextRow = (row: Row): ContextRow => {
  const columns = jsonColumns(row);
  return { memory: readMemory(columns), accesses: columns.integer() };
};

const readCandidate = (line: Row, project: string | null): ContextCandidate => {
  const columns = columnsOf(line);
  return {
    ...{ id: columns.entity(), project, contentHash: columns.text(), createdAt: columns.integer() },
    ...{ chars: columns.integer(), isNamed: columns.flag(), isOfUser: columns.flag() },
    ...{ isAsked: columns.flag(), accesses: columns.integer() },
  };
};

const groupOf = ([row]: readonly Row[]): readonly Row[] => {
  const lines: unknown = typeof row?.[0] === 'string' ? storedJson(`[${row[0]}]`) : [];
  return Array.isArray(lines) ? lines.filter((line) => Array.isArray(line)) : [];
};
