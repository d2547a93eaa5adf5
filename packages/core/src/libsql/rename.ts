/** Renames entities, because ids are derived again when the salt changes. [SY-D2] */
import type { EntityId } from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import { type Column, getTableName } from 'drizzle-orm';
import { outbox } from './column-names.ts';
import { columnsOf } from './columns.ts';
import type { Sql } from './database.ts';
import { valuesOf } from './upsert.ts';

const ofOutbox = tables.namesOf(tables.outbox, 'outbox');

const CREATE_TEMP = 'CREATE TEMP TABLE renames (old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID';
/**
 * A libSQL server does not allow temporary tables. No other connection sees this table, which is dropped before the
 * commit.
 */
const CREATE = 'CREATE TABLE renames (old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID';
const FILL = 'INSERT INTO renames (old, new) SELECT value ->> 0, value ->> 1 FROM json_each(?1)';

/** Returns SQL that renames the ids in a column. */
const renamed = ({ name, table }: Column): string => {
  const of = getTableName(table);
  return `UPDATE ${of} SET ${name} = r.new FROM renames AS r WHERE ${of}.${name} = r.old`;
};
const OWN_NAMES = [
  tables.registers.entity,
  tables.memories.id,
  tables.revisions.entity,
  tables.forgotten.entity,
  tables.summaryCitations.entity,
  tables.access.entity,
  tables.injected.entity,
  tables.uses.entity,
  tables.branches.subject,
  tables.givenParts.entity,
  tables.findings.entity,
  tables.findings.other,
].map(renamed);

/** The outbox is keyed by stamp first, so each row looks up its rename. */
const OUTBOX = `UPDATE outbox SET ${outbox.entity} = (SELECT new FROM renames WHERE old = ${ofOutbox.entity})
  WHERE ${outbox.entity} IN (SELECT old FROM renames)`;

const linksIn = (table: Table): string => `UPDATE ${table}
  SET value = json_set(value, '$.supersededBy', (SELECT new FROM renames WHERE old = value ->> '$.supersededBy'))
  WHERE facet = 'link' AND value ->> '$.supersededBy' IN (SELECT old FROM renames)`;

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
  ...[tables.memories.supersededBy, tables.edges.original, tables.edges.successor].map(renamed),
  fromsIn('registers'),
  fromsIn('revisions'),
  linksIn('registers'),
  linksIn('revisions'),
];

export const renameEntities = async (
  sql: Sql,
  pairs: readonly { readonly from: EntityId; readonly to: EntityId }[],
): Promise<void> => {
  if (pairs.length === 0) return;
  await sql.post(sql.isRemote ? CREATE : CREATE_TEMP);
  await sql.post(FILL, [valuesOf(pairs, 'from', 'to')]);
  for (const statement of [...OWN_NAMES, OUTBOX, ...LINKS]) await sql.post(statement);
  await sql.post('DROP TABLE renames');
  const names = new Map<string, string>(pairs.map(({ from, to }) => [from, to]));
  for (const log of LOGS) await renameInLogs(sql, names, log);
};

const LOGS = [tables.scheduleRuns.log, tables.scheduleTimes.runningLog];
const LOGS_AT_ONCE = 100;
const ID = /[a-z]_[0-9a-hjkmnp-tv-z]{26}/g;

/** Renames ids in the texts of logs, so that a forgotten memory is found there. [SC-8, ST-4] */
const renameInLogs = async (
  sql: Sql,
  names: ReadonlyMap<string, string>,
  { name: column, table: of }: Column,
): Promise<void> => {
  const table = getTableName(of);
  for (let after = -1; ; ) {
    const rows = await sql.all(
      `SELECT rowid, ${column} FROM ${table} WHERE rowid > ?1 AND ${column} IS NOT NULL ORDER BY rowid LIMIT ${LOGS_AT_ONCE}`,
      [after],
    );
    for (const row of rows) {
      const columns = columnsOf(row);
      after = columns.integer();
      const log = columns.text();
      const changed = log.replaceAll(ID, (id) => names.get(id) ?? id);
      if (changed !== log)
        await sql.post(`UPDATE ${table} SET ${column} = ?1 WHERE rowid = ?2`, [changed, after]);
    }
    if (rows.length < LOGS_AT_ONCE) return;
  }
};
