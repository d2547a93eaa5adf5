/** Entities under new names: joining a vault derives ids again under its salt. [SY-D2] */
import type { EntityId } from '@cairn/schema';
import type { Sql } from './database.ts';

const CREATE_TEMP = 'CREATE TEMP TABLE renames (old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID';
/** A libSQL server takes no temporary tables; nobody else sees this one, which is gone before the commit. */
const CREATE = 'CREATE TABLE renames (old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID';
const FILL = 'INSERT INTO renames (old, new) SELECT value ->> 0, value ->> 1 FROM json_each(?1)';

const OWN_NAMES = [
  'UPDATE registers SET entity = r.new FROM renames AS r WHERE registers.entity = r.old',
  'UPDATE memories SET id = r.new FROM renames AS r WHERE memories.id = r.old',
  'UPDATE revisions SET entity = r.new FROM renames AS r WHERE revisions.entity = r.old',
  'UPDATE forgotten SET entity = r.new FROM renames AS r WHERE forgotten.entity = r.old',
  'UPDATE summary_citations SET entity = r.new FROM renames AS r WHERE summary_citations.entity = r.old',
  'UPDATE access SET entity = r.new FROM renames AS r WHERE access.entity = r.old',
  'UPDATE injected SET entity = r.new FROM renames AS r WHERE injected.entity = r.old',
  'UPDATE given_parts SET entity = r.new FROM renames AS r WHERE given_parts.entity = r.old',
  'UPDATE findings SET entity = r.new FROM renames AS r WHERE findings.entity = r.old',
  'UPDATE findings SET other = r.new FROM renames AS r WHERE findings.other = r.old',
] as const;

/** The outbox is keyed by stamp first, so the renames are looked up, not it. */
const OUTBOX = `UPDATE outbox SET entity = (SELECT new FROM renames WHERE old = outbox.entity)
  WHERE entity IN (SELECT old FROM renames)`;

const linksIn = (table: Table): string => `UPDATE ${table}
  SET value = json_set(value, '$.supersededBy', (SELECT new FROM renames WHERE old = value ->> '$.supersededBy'))
  WHERE facet = 'link' AND value ->> '$.supersededBy' IN (SELECT old FROM renames)`;

const edgeEnds = (column: 'original' | 'successor'): string =>
  `UPDATE edges SET ${column} = r.new FROM renames AS r WHERE edges.${column} = r.old`;

type Table = 'registers' | 'revisions';
const namesIn = (table: Table, list: 'replaces' | 'kept'): string =>
  `json((SELECT json_group_array(coalesce((SELECT new FROM renames WHERE old = id.value), id.value))
    FROM json_each(${table}.value, '$.${list}') AS id))`;
/** json_replace: who keeps nothing has no list of that. [RL-1] */
const fromsIn = (table: Table): string => `UPDATE ${table} SET value = json_replace(${table}.value,
    '$.replaces', ${namesIn(table, 'replaces')}, '$.kept', ${namesIn(table, 'kept')})
  WHERE facet LIKE 'from.%' AND EXISTS (SELECT 1 FROM json_each(${table}.value, '$.replaces') AS id
    WHERE id.value IN (SELECT old FROM renames))`;

const LINKS = [
  'UPDATE memories SET superseded_by = r.new FROM renames AS r WHERE memories.superseded_by = r.old',
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
};
