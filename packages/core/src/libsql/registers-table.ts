/** Rows of `registers` and `revisions`: the present values and the earlier ones. */
import { type EntityId, entityKind, HLC_ZERO, isEntityId, isHlc, type Register } from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import type { RegisterReads } from '../ports/register-store.ts';
import type { ConfirmedKey, FacetKey, IllRegister, Revision, StoredRegister } from '../ports/store.ts';
import { storeFailure } from '../ports/store-failure.ts';
import { takeStored } from '../sync/take-value.ts';
import { ofRegisters } from './column-names.ts';
import { type Columns, countOf, jsonColumns, readPageOf, readRows, soundJson } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { type FieldWrites, insertInto, insertRows, replacing, valuesOf } from './upsert.ts';

const registers = tables.namesOf(tables.registers);
const revisions = tables.namesOf(tables.revisions);
const ofRevisions = tables.namesOf(tables.revisions, 'revisions');

const REGISTER_JSON = 'json_array(entity, facet, hlc, kg, value, seq)';
const OF_ONE = `SELECT ${REGISTER_JSON} FROM registers WHERE ${registers.entity} = ?1`;
const OF_MANY = `SELECT ${REGISTER_JSON} FROM registers WHERE ${registers.entity} IN (SELECT value FROM json_each(?1))`;
const AFTER = `SELECT ${REGISTER_JSON} FROM registers WHERE (${registers.entity}, ${registers.facet}) > (?1, ?2) ORDER BY ${registers.entity}, ${registers.facet} LIMIT ?3`;
/**
 * Casts the columns beside the key, because a damaged row may have any type. The last column is whether `kg` and `seq`
 * have the right types.
 */
const LOOKED_THROUGH = `SELECT json_array(${registers.entity}, ${registers.facet}, CAST(${registers.hlc} AS TEXT), CAST(${registers.kg} AS INTEGER), CAST(${registers.value} AS TEXT),
    CAST(${registers.seq} AS INTEGER), typeof(${registers.kg}) = 'integer' AND typeof(${registers.seq}) IN ('integer', 'null'))
  FROM registers WHERE (${registers.entity}, ${registers.facet}) > (?1, ?2) ORDER BY ${registers.entity}, ${registers.facet} LIMIT ?3`;

/** Selects handovers, first those that name device `?1`. They have ids of profiles, so the range skips all memories. */
const HANDOVERS = `SELECT ${REGISTER_JSON} FROM registers WHERE ${registers.facet} = 'handover' AND ${registers.entity} > 'p_' AND ${registers.entity} < 'p\`'
  ORDER BY instr(${registers.value}, ?1) > 0 DESC, ${registers.hlc} LIMIT ?2`;

const COUNT = 'SELECT count(*) FROM registers';
const BELOW = `SELECT ${REGISTER_JSON} FROM registers WHERE ${registers.kg} < ?1 AND ${registers.hlc} > ?2 AND (${registers.entity}, ${registers.facet}) > (?3, ?4)
  AND ${registers.taken} >= ?5 ORDER BY ${registers.entity}, ${registers.facet} LIMIT ?6`;
const BELOW_COUNT = `SELECT count(*) FROM registers WHERE ${registers.kg} < ?1`;

const REPLACED = [
  registers.entity,
  registers.facet,
  registers.hlc,
  registers.kg,
  registers.value,
  registers.seq,
];
/** A value that is written again keeps its `taken`, for example to be sent again. */
const UPSERT = insertInto(
  'registers',
  [...REPLACED, registers.taken],
  `${replacing([registers.entity, registers.facet], REPLACED)}, taken = iif(${ofRegisters.hlc} = excluded.hlc
    AND ${ofRegisters.value} = excluded.value, ${ofRegisters.taken}, excluded.taken)`,
);

const ERASE = `DELETE FROM registers WHERE (${registers.entity}, ${registers.facet}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

/** Sets a column of the registers that still have the stamp, from rows of entity, facet, stamp and value. */
const setStamped = (column: string): string => `UPDATE registers SET ${column} = j.wanted
  FROM (SELECT value ->> 0 AS entity, value ->> 1 AS facet, value ->> 2 AS hlc, value ->> 3 AS wanted FROM json_each(?1)) AS j
  WHERE ${ofRegisters.entity} = j.entity AND ${ofRegisters.facet} = j.facet AND ${ofRegisters.hlc} = j.hlc`;
const CONFIRM = setStamped(registers.seq);
const SEALED = setStamped(registers.kg);

const CLEAR_CONFIRMATIONS = `UPDATE registers SET ${registers.seq} = NULL WHERE ${registers.seq} IS NOT NULL`;
const CLEAR_TAKEN = `UPDATE registers SET ${registers.taken} = 0 WHERE ${registers.taken} = 1`;

const REVISIONS_OF = `SELECT json_array(${revisions.entity}, ${revisions.facet}, ${revisions.hlc}, ${revisions.kg}, value, ${revisions.replacedAt}, ${revisions.taken}) FROM revisions
  WHERE ${revisions.entity} IN (SELECT value FROM json_each(?1)) ORDER BY ${revisions.entity}, ${revisions.hlc}`;

const { entity, facet, hlc, kg, value, replacedAt, taken } = revisions;
const ADD_REVISIONS = insertInto(
  'revisions',
  [entity, facet, hlc, kg, value, replacedAt, taken],
  '(entity, facet, hlc) DO UPDATE SET told = 0',
);

/**
 * A revision takes `taken` from the register with the same value. That may be a `past.` register for an earlier body.
 * [TR-4]
 */
const MARK = `UPDATE revisions SET ${revisions.taken} = ${ofRegisters.taken}
  FROM (SELECT value ->> 0 AS entity, value ->> 1 AS facet, value ->> 2 AS hlc FROM json_each(?1)) AS j
  JOIN registers ON ${ofRegisters.entity} = j.entity AND ${ofRegisters.hlc} = j.hlc
    AND (${ofRegisters.facet} = j.facet OR j.facet = 'body' AND ${ofRegisters.facet} LIKE 'past.%')
  WHERE ${ofRevisions.entity} = j.entity AND ${ofRevisions.facet} = j.facet AND ${ofRevisions.hlc} = j.hlc`;

const MOVE = `UPDATE OR REPLACE revisions SET ${revisions.hlc} = j.moved
  FROM (SELECT value ->> 0 AS entity, value ->> 1 AS facet, value ->> 2 AS hlc, value ->> 3 AS moved FROM json_each(?1)) AS j
  WHERE ${ofRevisions.entity} = j.entity AND ${ofRevisions.facet} = j.facet AND ${ofRevisions.hlc} = j.hlc`;

const UNTOLD = `SELECT DISTINCT json_array(${revisions.entity}) FROM revisions WHERE ${revisions.told} = 0 AND ${revisions.facet} = 'body' LIMIT ?1`;
const TELL = `UPDATE revisions SET ${revisions.told} = 1
  WHERE ${revisions.entity} IN (SELECT value FROM json_each(?1)) AND ${revisions.told} = 0 AND ${revisions.facet} = 'body'`;

const readRegister = (columns: Columns): Register => {
  const entity = columns.entity();
  const facetName = columns.text();
  const hlc = columns.hlc();
  const kg = columns.integer();
  if (!isEntityId(entity) || !isHlc(hlc))
    throw storeFailure('corrupt', 'a stored register has no name or no stamp');
  const value = takeStored(entityKind(entity), facetName, columns.text());
  if (!value.ok) throw storeFailure('corrupt', `a stored ${facetName} is ${value.error}`);
  return { entity, hlc, kg, ...value.value };
};

const readStored = (row: Row): StoredRegister => {
  const columns = jsonColumns(row);
  const register = readRegister(columns);
  return { ...register, seq: columns.integerOrNull() };
};

const readRevision = (columns: Columns): Revision => {
  const register = readRegister(columns);
  const replacedAt = columns.integer();
  const isTaken = columns.flag();
  return { entity: register.entity, register, replacedAt, ...(isTaken ? { isTaken } : {}) };
};

export const registersOf = async (
  sql: Sql,
  entities: readonly EntityId[],
): Promise<readonly StoredRegister[]> => {
  const [first, ...others] = entities;
  if (first === undefined) return [];
  const rows =
    others.length === 0 ? await sql.all(OF_ONE, [first]) : await sql.all(OF_MANY, [JSON.stringify(entities)]);
  return readRows(rows, readStored);
};

export const registersAfter = (
  sql: Sql,
  after: FacetKey | null,
  limit: number,
): Promise<readonly StoredRegister[]> =>
  readPageOf(limit, (asked) => sql.all(AFTER, [...placeOf(after), asked]), readStored);

const placeOf = (after: FacetKey | null): readonly [string, string] => [
  after?.entity ?? '',
  after?.facet ?? '',
];

export const revisionsOf = async (sql: Sql, ids: readonly EntityId[]): Promise<readonly Revision[]> =>
  ids.length === 0 ? [] : soundJson(await sql.all(REVISIONS_OF, [JSON.stringify(ids)]), readRevision);

export const registerReads = (sql: Sql): Omit<RegisterReads, 'registersOf' | 'revisionsOf'> => ({
  registersAfter: (after, limit) => registersAfter(sql, after, limit),
  handovers: (device, limit) => readPageOf(limit, (asked) => sql.all(HANDOVERS, [device, asked]), readStored),
  registersCount: () => countOf(sql, COUNT),
  sealedBelow: ({ kg, above, after, isTaken }, limit) =>
    readPageOf(
      limit,
      (asked) => sql.all(BELOW, [kg, above, ...placeOf(after), isTaken ? 1 : 0, asked]),
      readStored,
    ),
  sealedBelowCount: (kg) => countOf(sql, BELOW_COUNT, [kg]),
  async illRegisters(after, limit) {
    const rows = await sql.all(LOOKED_THROUGH, [...placeOf(after), limit]);
    const ill: IllRegister[] = [];
    let last: FacetKey | null = null;
    for (const row of rows) {
      const columns = jsonColumns(row);
      last = { entity: columns.entity(), facet: columns.text() };
      const hlc = columns.hlc();
      const one = { ...last, kg: columns.integer(), json: columns.text(), seq: columns.integerOrNull() };
      const hasNumbers = columns.integer() === 1;
      const value = takeStored(entityKind(last.entity), last.facet, one.json);
      // No device makes such a stamp, and a register without order must not be sent to others. [TR-33]
      if (!isEntityId(last.entity) || !isHlc(hlc) || !hasNumbers)
        ill.push({ ...one, hlc: isHlc(hlc) ? hlc : HLC_ZERO, reason: 'forged' });
      else if (!value.ok) ill.push({ ...one, hlc, reason: value.error });
    }
    return { ill, next: rows.length < limit ? null : last };
  },
  untold: async (limit) => soundJson(await sql.all(UNTOLD, [limit]), (columns) => columns.entity()),
});

export const clearConfirmations = (sql: Sql): Promise<void> => sql.post(CLEAR_CONFIRMATIONS);
export const clearTaken = (sql: Sql): Promise<void> => sql.post(CLEAR_TAKEN);

export const registerFields = {
  /** Must run before `registers`, which replace these values. `isTaken`: they arrived and lost at once. */
  async revisions(sql, added, { set }) {
    const rows = added.map(({ entity, register: { facet, hlc, kg, value }, replacedAt }) => {
      return [entity, facet, hlc, kg, JSON.stringify(value), replacedAt, set.isTaken ? 1 : 0];
    });
    await insertRows(sql, ADD_REVISIONS, rows);
    const keys = added.map(({ entity, register }) => [entity, register.facet, register.hlc]);
    await sql.post(MARK, [JSON.stringify(keys)]);
  },
  revisionsMoved: (sql, moved) => sql.post(MOVE, [valuesOf(moved, 'entity', 'facet', 'hlc', 'to')]),
  eraseRegisters: (sql, keys) => sql.post(ERASE, [valuesOf(keys, 'entity', 'facet')]),
  registers: (sql, registers, { set }) =>
    insertRows(
      sql,
      UPSERT,
      registers.map(({ entity, facet, hlc, kg, value, seq }) => {
        return [entity, facet, hlc, kg, JSON.stringify(value), seq, set.isTaken ? 1 : 0];
      }),
    ),
  told: (sql, entities) => sql.post(TELL, [JSON.stringify(entities)]),
  sealed: (sql, sealed) => sql.post(SEALED, [valuesOf(sealed, 'entity', 'facet', 'hlc', 'kg')]),
} satisfies Partial<FieldWrites>;

export const confirmRegisters = (sql: Sql, confirmed: readonly ConfirmedKey[]): Promise<number> =>
  sql.run(CONFIRM, [valuesOf(confirmed, 'entity', 'facet', 'hlc', 'seq')]);
