/** Renames entities, because ids are derived again when the salt changes. [SY-D2] */

import type { EntityId } from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import { columnsOf } from './columns.ts';
import type { Sql } from './database.ts';

const registers = tables.namesOf(tables.registers);
const ofRegisters = tables.namesOf(tables.registers, 'registers');
const memories = tables.namesOf(tables.memories);
const ofMemories = tables.namesOf(tables.memories, 'memories');
const revisions = tables.namesOf(tables.revisions);
const ofRevisions = tables.namesOf(tables.revisions, 'revisions');
const forgotten = tables.namesOf(tables.forgotten);
const ofForgotten = tables.namesOf(tables.forgotten, 'forgotten');
const summaryCitations = tables.namesOf(tables.summaryCitations);
const ofSummaryCitations = tables.namesOf(tables.summaryCitations, 'summary_citations');
const access = tables.namesOf(tables.access);
const ofAccess = tables.namesOf(tables.access, 'access');
const injected = tables.namesOf(tables.injected);
const ofInjected = tables.namesOf(tables.injected, 'injected');
const uses = tables.namesOf(tables.uses);
const ofUses = tables.namesOf(tables.uses, 'uses');
const branches = tables.namesOf(tables.branches);
const ofBranches = tables.namesOf(tables.branches, 'branches');
const givenParts = tables.namesOf(tables.givenParts);
const ofGivenParts = tables.namesOf(tables.givenParts, 'given_parts');
const findings = tables.namesOf(tables.findings);
const ofFindings = tables.namesOf(tables.findings, 'findings');
const outbox = tables.namesOf(tables.outbox);
const ofOutbox = tables.namesOf(tables.outbox, 'outbox');

const runs = tables.namesOf(tables.scheduleRuns);
const times = tables.namesOf(tables.scheduleTimes);

const CREATE_TEMP = 'CREATE TEMP TABLE renames (old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID';
/**
 * A libSQL server does not allow temporary tables. No other connection sees this table, which is dropped before the
 * commit.
 */
const CREATE = 'CREATE TABLE renames (old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID';
const FILL = 'INSERT INTO renames (old, new) SELECT value ->> 0, value ->> 1 FROM json_each(?1)';

const OWN_NAMES = [
  `UPDATE registers SET ${registers.entity} = r.new FROM renames AS r WHERE ${ofRegisters.entity} = r.old`,
  `UPDATE memories SET ${memories.id} = r.new FROM renames AS r WHERE ${ofMemories.id} = r.old`,
  `UPDATE revisions SET ${revisions.entity} = r.new FROM renames AS r WHERE ${ofRevisions.entity} = r.old`,
  `UPDATE forgotten SET ${forgotten.entity} = r.new FROM renames AS r WHERE ${ofForgotten.entity} = r.old`,
  `UPDATE summary_citations SET ${summaryCitations.entity} = r.new FROM renames AS r WHERE ${ofSummaryCitations.entity} = r.old`,
  `UPDATE access SET ${access.entity} = r.new FROM renames AS r WHERE ${ofAccess.entity} = r.old`,
  `UPDATE injected SET ${injected.entity} = r.new FROM renames AS r WHERE ${ofInjected.entity} = r.old`,
  `UPDATE uses SET ${uses.entity} = r.new FROM renames AS r WHERE ${ofUses.entity} = r.old`,
  `UPDATE branches SET ${branches.subject} = r.new FROM renames AS r WHERE ${ofBranches.subject} = r.old`,
  `UPDATE given_parts SET ${givenParts.entity} = r.new FROM renames AS r WHERE ${ofGivenParts.entity} = r.old`,
  `UPDATE findings SET ${findings.entity} = r.new FROM renames AS r WHERE ${ofFindings.entity} = r.old`,
  `UPDATE findings SET ${findings.other} = r.new FROM renames AS r WHERE ${ofFindings.other} = r.old`,
] as const;

/** The outbox is keyed by stamp first, so each row looks up its rename. */
const OUTBOX = `UPDATE outbox SET ${outbox.entity} = (SELECT new FROM renames WHERE old = ${ofOutbox.entity})
  WHERE ${outbox.entity} IN (SELECT old FROM renames)`;

const linksIn = (table: Table): string => `UPDATE ${table}
  SET value = json_set(value, '$.supersededBy', (SELECT new FROM renames WHERE old = value ->> '$.supersededBy'))
  WHERE facet = 'link' AND value ->> '$.supersededBy' IN (SELECT old FROM renames)`;

const edgeEnds = (column: 'original' | 'successor'): string =>
  `UPDATE edges SET ${column} = r.new FROM renames AS r WHERE edges.${column} = r.old`;

type Table = 'registers' | 'revisions';
const namesIn = (table: Table, list: 'replaces' | 'kept'): string =>
  `json((SELECT json_group_array(coalesce((SELECT new FROM renames WHERE old = id.value), id.value))
    FROM json_each(${table}.value, '$.${list}') AS id))`;
/** Returns SQL that renames the ids in `from.` registers. `json_replace` adds no `kept` where there is none. [RL-1] */
const fromsIn = (table: Table): string => `UPDATE ${table} SET value = json_replace(${table}.value,
    '$.replaces', ${namesIn(table, 'replaces')}, '$.kept', ${namesIn(table, 'kept')})
  WHERE facet LIKE 'from.%' AND EXISTS (SELECT 1 FROM json_each(${table}.value, '$.replaces') AS id
    WHERE id.value IN (SELECT old FROM renames))`;

const LINKS = [
  `UPDATE memories SET ${memories.supersededBy} = r.new FROM renames AS r WHERE ${ofMemories.supersededBy} = r.old`,
  edgeEnds('original'),
  edgeEnds('successor'),
  fromsIn('registers'),
  fromsIn('revisions'),
  linksIn('registers'),
  linksIn('revisions'),
] as const;

export const renameEntities = async (
  sql: Sql,
  pairs: readonly { readonly from: EntityId; readonly to: EntityId }[],
): Promise<void> => {
  if (pairs.length === 0) return;
  await sql.post(sql.isRemote ? CREATE : CREATE_TEMP);
  await sql.post(FILL, [JSON.stringify(pairs.map(({ from, to }) => [from, to]))]);
  for (const statement of [...OWN_NAMES, OUTBOX, ...LINKS]) await sql.post(statement);
  await sql.post('DROP TABLE renames');
  const names = new Map<string, string>(pairs.map(({ from, to }) => [from, to]));
  for (const place of LOGS) await renameInLogs(sql, names, place);
};

const LOGS = [
  { table: 'schedule_runs', column: runs.log },
  { table: 'schedule_times', column: times.runningLog },
] as const;
const LOGS_AT_ONCE = 100;
const ID = /[a-z]_[0-9a-hjkmnp-tv-z]{26}/g;

/** Renames ids in the texts of logs, so that a forgotten memory is found there. [SC-8, ST-4] */
const renameInLogs = async (
  sql: Sql,
  names: ReadonlyMap<string, string>,
  { table, column }: (typeof LOGS)[number],
): Promise<void> => {
  for (let after = -1; ; ) {
    const rows = await sql.all(
      `SELECT rowid, ${column} FROM ${table} WHERE rowid > ?1 AND ${column} IS NOT NULL ORDER BY rowid LIMIT ${LOGS_AT_ONCE}`,
      [after],
    );
    for (const row of rows) {
      const columns = columnsOf(row);
      after = columns.integer();
      const log = columns.text();
      const renamed = log.replaceAll(ID, (id) => names.get(id) ?? id);
      if (renamed !== log)
        await sql.post(`UPDATE ${table} SET ${column} = ?1 WHERE rowid = ?2`, [renamed, after]);
    }
    if (rows.length < LOGS_AT_ONCE) return;
  }
};
