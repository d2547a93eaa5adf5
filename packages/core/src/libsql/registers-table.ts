/** Rows of `registers` and `revisions`: the truth, and what it was before. */
import { type EntityId, entityKind, FACET_VERSION, type Hlc, parseFacet, type Register } from '@cairn/schema';
import type { OutboxKey, Revision, StoredRegister } from '../ports/store.ts';
import { storeFailure } from '../ports/store-failure.ts';
import { type Columns, columnsOf, jsonColumns, parseJson } from './columns.ts';
import type { Sql } from './database.ts';
import { insertInto, insertRows, replacing } from './upsert.ts';

const REGISTER_JSON = 'json_array(entity, facet, hlc, kg, value, seq)';
const OF_ONE = `SELECT ${REGISTER_JSON} FROM registers WHERE entity = ?1`;
const OF_MANY = `SELECT ${REGISTER_JSON} FROM registers WHERE entity IN (SELECT value FROM json_each(?1))`;
const AFTER = `SELECT ${REGISTER_JSON} FROM registers WHERE (entity, facet) > (?1, ?2) ORDER BY entity, facet LIMIT ?3`;

const COUNT = 'SELECT count(*) FROM registers';
const BELOW = `SELECT ${REGISTER_JSON} FROM registers WHERE kg < ?1 AND hlc > ?2 ORDER BY entity, facet LIMIT ?3`;
const BELOW_COUNT = 'SELECT count(*) FROM registers WHERE kg < ?1';

const COLUMNS = ['entity', 'facet', 'hlc', 'kg', 'value', 'seq'] as const;
const UPSERT = insertInto('registers', COLUMNS, replacing(['entity', 'facet'], COLUMNS));

const ERASE = `DELETE FROM registers WHERE (entity, facet) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

const CONFIRM = `UPDATE registers SET seq = j.seq
  FROM (SELECT value ->> 0 AS entity, value ->> 1 AS facet, value ->> 2 AS hlc, value ->> 3 AS seq FROM json_each(?1)) AS j
  WHERE registers.entity = j.entity AND registers.facet = j.facet AND registers.hlc = j.hlc`;

const SEALED = `UPDATE registers SET kg = j.kg
  FROM (SELECT value ->> 0 AS entity, value ->> 1 AS facet, value ->> 2 AS hlc, value ->> 3 AS kg FROM json_each(?1)) AS j
  WHERE registers.entity = j.entity AND registers.facet = j.facet AND registers.hlc = j.hlc`;

const CLEAR_CONFIRMATIONS = 'UPDATE registers SET seq = NULL WHERE seq IS NOT NULL';

const REVISIONS_OF = `SELECT json_array(entity, facet, hlc, kg, value, replaced_at) FROM revisions
  WHERE entity IN (SELECT value FROM json_each(?1)) ORDER BY entity, hlc`;

const ADD_REVISIONS = insertInto(
  'revisions',
  ['entity', 'facet', 'hlc', 'kg', 'value', 'replaced_at'],
  '(entity, facet, hlc) DO NOTHING',
);

const readRegister = (columns: Columns): Register => {
  const entity = columns.entity();
  const facetName = columns.text();
  const hlc = columns.hlc();
  const kg = columns.integer();
  const value = parseFacet(entityKind(entity), facetName, FACET_VERSION, parseJson(columns.text()));
  if (value === null) throw storeFailure('corrupt', `a stored ${facetName} has an unknown shape`);
  return { entity, hlc, kg, ...value };
};

const readStored = (columns: Columns): StoredRegister => {
  const register = readRegister(columns);
  return { ...register, seq: columns.integerOrNull() };
};

const readRevision = (columns: Columns): Revision => {
  const register = readRegister(columns);
  return { entity: register.entity, register, replacedAt: columns.integer() };
};

export const registersOf = async (
  sql: Sql,
  entities: readonly EntityId[],
): Promise<readonly StoredRegister[]> => {
  const [first, ...others] = entities;
  if (first === undefined) return [];
  const rows =
    others.length === 0 ? await sql.all(OF_ONE, [first]) : await sql.all(OF_MANY, [JSON.stringify(entities)]);
  return rows.map((row) => readStored(jsonColumns(row)));
};

export const registersAfter = async (
  sql: Sql,
  after: { readonly entity: EntityId; readonly facet: string } | null,
  limit: number,
): Promise<readonly StoredRegister[]> => {
  const rows = await sql.all(AFTER, [after?.entity ?? '', after?.facet ?? '', limit]);
  return rows.map((row) => readStored(jsonColumns(row)));
};

export const registersCount = async (sql: Sql): Promise<number> => {
  const [row] = await sql.all(COUNT);
  return row === undefined ? 0 : columnsOf(row).integer();
};

export const sealedBelow = async (
  sql: Sql,
  kg: number,
  above: Hlc,
  limit: number,
): Promise<readonly StoredRegister[]> =>
  (await sql.all(BELOW, [kg, above, limit])).map((row) => readStored(jsonColumns(row)));

export const sealedBelowCount = async (sql: Sql, kg: number): Promise<number> => {
  const [row] = await sql.all(BELOW_COUNT, [kg]);
  return row === undefined ? 0 : columnsOf(row).integer();
};

export const noteSealed = (
  sql: Sql,
  sealed: readonly (OutboxKey & { readonly kg: number })[],
): Promise<void> =>
  sql.post(SEALED, [JSON.stringify(sealed.map(({ entity, facet, hlc, kg }) => [entity, facet, hlc, kg]))]);

export const upsertRegisters = (sql: Sql, registers: readonly StoredRegister[]): Promise<void> =>
  insertRows(
    sql,
    UPSERT,
    registers.map(({ entity, facet, hlc, kg, value, seq }) => [
      entity,
      facet,
      hlc,
      kg,
      JSON.stringify(value),
      seq,
    ]),
  );

export const eraseRegisters = (
  sql: Sql,
  keys: readonly { readonly entity: EntityId; readonly facet: string }[],
): Promise<void> => sql.post(ERASE, [JSON.stringify(keys.map(({ entity, facet }) => [entity, facet]))]);

export const confirmRegisters = (
  sql: Sql,
  confirmed: readonly (OutboxKey & { readonly seq: number })[],
): Promise<number> =>
  sql.run(CONFIRM, [
    JSON.stringify(confirmed.map(({ entity, facet, hlc, seq }) => [entity, facet, hlc, seq])),
  ]);

export const clearConfirmations = (sql: Sql): Promise<void> => sql.post(CLEAR_CONFIRMATIONS);

export const revisionsOf = async (sql: Sql, ids: readonly EntityId[]): Promise<readonly Revision[]> => {
  if (ids.length === 0) return [];
  const rows = await sql.all(REVISIONS_OF, [JSON.stringify(ids)]);
  return rows.map((row) => readRevision(jsonColumns(row)));
};

export const addRevisions = (sql: Sql, revisions: readonly Revision[]): Promise<void> =>
  insertRows(
    sql,
    ADD_REVISIONS,
    revisions.map(({ entity, register, replacedAt }) => [
      entity,
      register.facet,
      register.hlc,
      register.kg,
      JSON.stringify(register.value),
      replacedAt,
    ]),
  );
