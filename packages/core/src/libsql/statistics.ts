/** Counts for the status page and for `cairn stats`. */
import * as tables from '@cairn/schema/local-tables';
import type { StatisticsQueries } from '../ports/statistics-store.ts';
import { memories } from './column-names.ts';
import { type Columns, columnsOf, fromJson, reading } from './columns.ts';
import type { Sql } from './database.ts';

const memoryCounts = tables.namesOf(tables.memoryCounts);
const tagCounts = tables.namesOf(tables.tagCounts);

/** Numbers of rows for each combination of counted fields, kept by triggers. [ST-5] */
const SORTS = `(SELECT ${memoryCounts.facts} ->> 0 AS state, ${memoryCounts.facts} ->> 1 AS project, ${memoryCounts.facts} ->> 2 AS source, ${memoryCounts.facts} ->> 3 AS device_id,
  ${memoryCounts.facts} ->> 4 AS device_name, ${memoryCounts.facts} ->> 5 AS agent, ${memoryCounts.facts} ->> 6 AS pinned, ${memoryCounts.facts} ->> 7 AS keyed, ${memoryCounts.n}, ${memoryCounts.newest} FROM memory_counts)`;
export const CURRENT = `(SELECT coalesce(sum(${memoryCounts.n}), 0) FROM memory_counts WHERE ${memoryCounts.facts} ->> 0 = 0)`;

/** Names the index, because SQLite would otherwise read every current row to count the unsummarised ones. */
const COUNTS = `SELECT ${CURRENT}, (SELECT count(*) FROM summaries),
  (SELECT count(*) FROM memories INDEXED BY memories_unsummarised
    WHERE summarised = 0 AND state = 0 AND trust IN ('high', 'normal')), (SELECT count(*) FROM outbox),
  (SELECT coalesce(sum(json_array_length(items)), 0) FROM inflight), (SELECT count(*) FROM dead_letters),
  (SELECT count(*) FROM quarantine)`;

const sumOf = (where: string): string => `coalesce(sum(n) FILTER (WHERE ${where}), 0)`;
const TOTALS = `SELECT ${sumOf('true')}, ${sumOf('state = 0')}, ${sumOf('state = 1')}, ${sumOf('state = 0 AND pinned = 1')},
  ${sumOf('state = 0 AND keyed = 1')}, ${sumOf('state = 3')}, (SELECT count(*) FROM forgotten) FROM ${SORTS}`;

const byName = (name: string): string => `SELECT json_array(${name}, sum(n)) FROM ${SORTS} WHERE state = 0
  GROUP BY ${name} ORDER BY sum(n) DESC, coalesce(${name}, '')`;
const PROJECTS = byName('project');
const SOURCES = byName('source');
const TAGS = `SELECT json_array(${tagCounts.tag}, ${tagCounts.n}) FROM tag_counts ORDER BY ${tagCounts.n} DESC, ${tagCounts.tag}`;
/** Selects the name in the newest row: with exactly one max(), SQLite takes the other columns from that row. */
const DEVICES = `SELECT json_array(device_id, device_name, sum(n)), max(newest) FROM ${SORTS} WHERE state = 0
  GROUP BY device_id ORDER BY sum(n) DESC, device_id`;

const AGENTS = `SELECT json_array(agent, sum(n)) FROM ${SORTS} WHERE state = 0 AND agent IS NOT NULL
  GROUP BY agent ORDER BY sum(n) DESC, agent`;
/** Uses only the index of dates. */
const DAYS = `SELECT json_array(date(${memories.createdAt} / 1000, 'unixepoch'), count(*)) FROM memories WHERE ${memories.state} = 0
  GROUP BY ${memories.createdAt} / 86400000 ORDER BY ${memories.createdAt} / 86400000`;

export const statisticsQueries = (sql: Sql): StatisticsQueries => ({
  async counts() {
    const read = reading({
      ...{ memories: 'integer', summaries: 'integer', unsummarised: 'integer', outbox: 'integer' },
      ...{ inflight: 'integer', dead: 'integer', quarantined: 'integer' },
    });
    return read(columnsOf((await sql.all(COUNTS))[0] ?? []));
  },
  async statistics() {
    const readTotals = reading({
      ...{ total: 'integer', current: 'integer', superseded: 'integer', pinned: 'integer' },
      ...{ keyed: 'integer', held: 'integer', forgotten: 'integer' },
    });
    const list = async <T>(statement: string, read: (columns: Columns) => T) => [
      ...fromJson(await sql.all(statement), (columns) => ({ ...read(columns), count: columns.integer() })),
    ];
    // SQLite's date() is null for the extreme times of a broken clock.
    const days = await list(DAYS, (columns) => ({ day: columns.textOrNull() }));
    return {
      ...readTotals(columnsOf((await sql.all(TOTALS))[0] ?? [])),
      projects: await list(PROJECTS, (columns) => ({ project: columns.textOrNull() })),
      sources: await list(SOURCES, (columns) => ({ source: columns.text() })),
      tags: await list(TAGS, (columns) => ({ tag: columns.text() })),
      devices: await list(DEVICES, (columns) => ({ id: columns.text(), name: columns.text() })),
      agents: await list(AGENTS, (columns) => ({ agent: columns.text() })),
      days: days.flatMap(({ day, count }) => (day === null ? [] : [{ day, count }])),
    };
  },
});
