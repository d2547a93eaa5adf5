/** Rows of the sync tables: `outbox`, `inflight`, `quarantine` and `dead_letters`. */
import { COMPARING_LIMITS } from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import type { OutboxReads, OutboxTransaction } from '../ports/outbox-store.ts';
import type { SetAsideReads } from '../ports/set-aside.ts';
import type { InflightBatch, OutboxKey } from '../ports/store.ts';
import { storeFailure } from '../ports/store-failure.ts';
import { d, o, outbox, q, r } from './column-names.ts';
import { type Columns, columnsOf, countOf, fromJson, fromPlain, reading, storedJson } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { clearConfirmations, clearTaken, confirmRegisters } from './registers-table.ts';
import { type FieldWrites, insertInto, insertRows, valuesOf } from './upsert.ts';

const inflight = tables.namesOf(tables.inflight);
const quarantine = tables.namesOf(tables.quarantine);
const ofQuarantine = tables.namesOf(tables.quarantine, 'quarantine');
const dead = tables.namesOf(tables.deadLetters);

const OUTBOX = `SELECT json_array(${outbox.entity}, ${outbox.facet}, ${outbox.hlc}) FROM outbox WHERE ${outbox.again} <= ?2
  ORDER BY ${outbox.hlc}, ${outbox.entity}, ${outbox.facet} LIMIT ?1`;
const OUTBOX_VALUES = `SELECT ${o.entity}, ${o.facet}, ${o.hlc}, ${r.value}, coalesce(${r.kg}, 0) FROM outbox AS o
  LEFT JOIN registers AS r ON ${r.entity} = ${o.entity} AND ${r.facet} = ${o.facet} AND ${r.hlc} = ${o.hlc}
  WHERE ?2 = 0 OR ${o.facet} = 'gone'
  ORDER BY ${o.hlc}, ${o.entity}, ${o.facet} LIMIT ?1`;
const OUTBOX_COUNT = 'SELECT count(*) FROM outbox';
const AGAIN_COUNT = `SELECT count(*) FROM outbox WHERE ${outbox.again} = 1`;
const AGAIN_CLEAR = `DELETE FROM outbox WHERE ${outbox.again} = 1`;
const OUTBOX_ADD = insertInto('outbox', [outbox.entity, outbox.facet, outbox.hlc], 'DO NOTHING');
const OUTBOX_REMOVE = `DELETE FROM outbox
  WHERE (${outbox.entity}, ${outbox.facet}, ${outbox.hlc}) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))`;
const ENQUEUE_ALL = `INSERT INTO outbox (entity, facet, hlc)
  SELECT entity, facet, hlc FROM registers WHERE true ON CONFLICT DO NOTHING`;
/**
 * Enqueues what the server has not confirmed. If a register and a credible value in quarantine share entity and facet,
 * only the one with the larger stamp is enqueued. `?1`: again, `?2`: tombstones only. [TR-4, TR-5]
 */
const ENQUEUE_UNCONFIRMED = `INSERT INTO outbox (entity, facet, hlc, again)
  SELECT entity, facet, hlc, ?1 FROM (
    SELECT ${r.entity}, ${r.facet}, ${r.hlc} FROM registers AS r WHERE ${r.seq} IS NULL AND NOT EXISTS
      (SELECT 1 FROM quarantine AS q WHERE ${q.entity} = ${r.entity} AND ${q.facet} = ${r.facet} AND (${q.hlc}, ${q.kg}) > (${r.hlc}, ${r.kg})
        AND ${q.reason} NOT IN ('forged', 'future', 'no_key', 'old_key'))
    UNION ALL
    SELECT ${q.entity}, ${q.facet}, ${q.hlc} FROM quarantine AS q
      WHERE ${q.seq} IS NULL AND ${q.reason} NOT IN ('forged', 'future', 'no_key', 'old_key') AND NOT EXISTS
      (SELECT 1 FROM registers AS r WHERE ${r.entity} = ${q.entity} AND ${r.facet} = ${q.facet} AND (${r.hlc}, ${r.kg}) >= (${q.hlc}, ${q.kg}))
  ) AS x
  WHERE (?2 = 0 OR x.facet = 'gone') AND NOT EXISTS
    (SELECT 1 FROM dead_letters AS d WHERE ${d.entity} = x.entity AND ${d.facet} = x.facet AND ${d.hlc} = x.hlc)
  ON CONFLICT DO NOTHING`;

const INFLIGHT = `SELECT ${inflight.pushNo}, ${inflight.bytes}, ${inflight.items} FROM inflight ORDER BY ${inflight.pushNo} DESC LIMIT 1`;
const INFLIGHT_PUT = `INSERT INTO inflight (${inflight.pushNo}, ${inflight.bytes}, ${inflight.items}, ${inflight.frozenAt}) VALUES (?1, ?2, ?3, ?4)`;
const INFLIGHT_CLEAR = 'DELETE FROM inflight';

const QUARANTINE_JSON = 'json_array(entity, facet, hlc, seq, v, kg, payload, reason)';
const QUARANTINED = `SELECT ${QUARANTINE_JSON} FROM quarantine ORDER BY ${quarantine.entity}, ${quarantine.facet} LIMIT ?1`;
const QUARANTINED_OF = `SELECT ${QUARANTINE_JSON} FROM quarantine WHERE ${quarantine.entity} IN (SELECT value FROM json_each(?1))
  ORDER BY ${quarantine.entity}, ${quarantine.facet}`;
const QUARANTINE_ADD = `INSERT INTO quarantine (${quarantine.entity}, ${quarantine.facet}, ${quarantine.hlc}, ${quarantine.seq}, ${quarantine.v}, ${quarantine.kg}, ${quarantine.payload}, ${quarantine.reason}, ${quarantine.at})
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, ?2
  FROM json_each(?1) WHERE true
  ON CONFLICT (${quarantine.entity}, ${quarantine.facet}) DO UPDATE SET ${quarantine.hlc} = excluded.hlc, ${quarantine.seq} = excluded.seq, ${quarantine.v} = excluded.v, ${quarantine.kg} = excluded.kg,
    ${quarantine.payload} = excluded.payload, ${quarantine.reason} = excluded.reason, ${quarantine.at} = excluded.at`;
const QUARANTINE_CONFIRM = `UPDATE quarantine SET ${quarantine.seq} = j.seq
  FROM (SELECT value ->> 0 AS entity, value ->> 1 AS facet, value ->> 2 AS hlc, value ->> 3 AS seq FROM json_each(?1)) AS j
  WHERE ${ofQuarantine.entity} = j.entity AND ${ofQuarantine.facet} = j.facet AND ${ofQuarantine.hlc} = j.hlc`;
const QUARANTINE_CLEAR_CONFIRMATIONS = `UPDATE quarantine SET ${quarantine.seq} = NULL WHERE ${quarantine.seq} IS NOT NULL`;
const QUARANTINE_REMOVE = `DELETE FROM quarantine
  WHERE (${quarantine.entity}, ${quarantine.facet}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

const DEAD = `SELECT json_array(${dead.entity}, ${dead.facet}, ${dead.hlc}, ${dead.verdict}, ${dead.at}) FROM dead_letters ORDER BY ${dead.at}, ${dead.entity}, ${dead.facet} LIMIT ?1`;
const DEAD_ADD = `INSERT INTO dead_letters (${dead.entity}, ${dead.facet}, ${dead.hlc}, ${dead.verdict}, ${dead.at})
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1) WHERE true
  ON CONFLICT (${dead.entity}, ${dead.facet}) DO UPDATE SET ${dead.hlc} = excluded.hlc, ${dead.verdict} = excluded.verdict, ${dead.at} = excluded.at`;
const DEAD_REMOVE = `DELETE FROM dead_letters
  WHERE (${dead.entity}, ${dead.facet}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`;

const SET_ASIDE = `SELECT 0, verdict, count(*) FROM dead_letters GROUP BY verdict
  UNION ALL SELECT 1, reason, count(*) FROM quarantine GROUP BY reason`;

/** Reasons that end by themselves come last. */
const UNREAD_NAMED = `SELECT json_array(${quarantine.entity}, ${quarantine.reason}) FROM quarantine GROUP BY ${quarantine.entity}, ${quarantine.reason}
  ORDER BY ${quarantine.reason} IN ('no_key', 'unknown'), ${quarantine.entity}, ${quarantine.reason} LIMIT ?1`;

const CLEAR = [
  'DELETE FROM outbox',
  'DELETE FROM inflight',
  'DELETE FROM quarantine',
  'DELETE FROM dead_letters',
];

const readKey = (columns: Columns): OutboxKey => ({
  entity: columns.entity(),
  facet: columns.text(),
  hlc: columns.hlc(),
});
const outboxKeys = (keys: readonly OutboxKey[]): string => valuesOf(keys, 'entity', 'facet', 'hlc');

export const syncReads = (sql: Sql): Omit<OutboxReads, 'deadLetters'> & SetAsideReads => ({
  outbox: async (limit, which) => fromJson(await sql.all(OUTBOX, [limit, which === 'own' ? 0 : 1]), readKey),
  outboxValues: async (limit, which) =>
    fromPlain(await sql.all(OUTBOX_VALUES, [limit, which === 'tombstones' ? 1 : 0]), (columns) => {
      return { ...readKey(columns), json: columns.textOrNull(), kg: columns.integer() };
    }),
  outboxCount: () => countOf(sql, OUTBOX_COUNT),
  againCount: () => countOf(sql, AGAIN_COUNT),
  inflight: async () => readInflight((await sql.all(INFLIGHT))[0]),
  quarantined: async (limit) => fromJson(await sql.all(QUARANTINED, [limit]), readQuarantined),
  quarantinedOf: async (entities) =>
    entities.length === 0
      ? []
      : fromJson(await sql.all(QUARANTINED_OF, [JSON.stringify(entities)]), readQuarantined),
  async setAside() {
    const read = reading({ table: 'integer', name: 'text', count: 'integer' });
    const counts = fromPlain(await sql.all(SET_ASIDE), read);
    const ofTable = (wanted: number) =>
      Object.fromEntries(
        counts.flatMap(({ table, name, count }) => (table === wanted ? [[name, count] as const] : [])),
      );
    const unread = ofTable(1);
    const named =
      Object.keys(unread).length === 0 ? [] : await sql.all(UNREAD_NAMED, [COMPARING_LIMITS.unreadNamedMax]);
    return {
      refused: ofTable(0),
      unread,
      unreadNamed: fromJson(named, reading({ entity: 'entity', reason: 'text' })),
    };
  },
});

export const syncWrites = (sql: Sql): OutboxTransaction => ({
  enqueueAll: (which, { again } = { again: false }) =>
    which === 'all'
      ? sql.run(ENQUEUE_ALL)
      : sql.run(ENQUEUE_UNCONFIRMED, [again ? 1 : 0, which === 'unconfirmed' ? 0 : 1]),
  async clearConfirmations() {
    await clearConfirmations(sql);
    await sql.post(QUARANTINE_CLEAR_CONFIRMATIONS);
    await sql.post(AGAIN_CLEAR);
  },
  async clearSync() {
    for (const statement of CLEAR) await sql.post(statement);
    await clearConfirmations(sql);
  },
  clearTaken: () => clearTaken(sql),
});

const readInflight = (row: Row | undefined): InflightBatch | null => {
  if (row === undefined) return null;
  const bytes = row[1];
  const items = storedJson(columnsOf([row[2]]).text());
  if (!(bytes instanceof ArrayBuffer) || !Array.isArray(items))
    throw storeFailure('corrupt', 'the frozen batch cannot be read');
  return {
    pushNo: columnsOf(row).integer(),
    bytes: new Uint8Array(bytes),
    items: items.map((item: unknown) => readKey(columnsOf(Array.isArray(item) ? item : []))),
  };
};

const readQuarantined = reading({
  ...{ entity: 'entity', facet: 'text', hlc: 'hlc', seq: 'integerOrNull', v: 'integer', kg: 'integer' },
  ...{ payload: 'text', reason: 'text' },
});

export const deadLetterReads = (sql: Sql): Pick<OutboxReads, 'deadLetters'> => ({
  deadLetters: async (limit) =>
    fromJson(
      await sql.all(DEAD, [limit]),
      reading({ entity: 'entity', facet: 'text', hlc: 'hlc', verdict: 'text', at: 'integer' }),
    ),
});

export const syncFields = {
  outboxAdd: (sql, keys) =>
    insertRows(
      sql,
      OUTBOX_ADD,
      keys.map(({ entity, facet, hlc }) => [entity, facet, hlc]),
    ),
  outboxRemove: (sql, keys) => sql.post(OUTBOX_REMOVE, [outboxKeys(keys)]),
  quarantineAdd(sql, items, { nowMs }) {
    const rows = valuesOf(items, 'entity', 'facet', 'hlc', 'seq', 'v', 'kg', 'payload', 'reason');
    return sql.post(QUARANTINE_ADD, [rows, nowMs]);
  },
  quarantineRemove: (sql, keys) => sql.post(QUARANTINE_REMOVE, [valuesOf(keys, 'entity', 'facet')]),
  deadAdd: (sql, letters) =>
    sql.post(DEAD_ADD, [valuesOf(letters, 'entity', 'facet', 'hlc', 'verdict', 'at')]),
  deadRemove: (sql, keys) => sql.post(DEAD_REMOVE, [valuesOf(keys, 'entity', 'facet')]),
  /** There is never more than one batch. [SY-U2] */
  async inflight(sql, batch, { nowMs }) {
    await sql.post(INFLIGHT_CLEAR);
    if (batch === null) return;
    const bytes = batch.bytes.slice().buffer;
    await sql.post(INFLIGHT_PUT, [batch.pushNo, bytes, outboxKeys(batch.items), nowMs]);
  },
  /** Confirms registers. Rarely, some of them are in quarantine instead. */
  async confirmed(sql, confirmed) {
    if ((await confirmRegisters(sql, confirmed)) < confirmed.length)
      await sql.post(QUARANTINE_CONFIRM, [valuesOf(confirmed, 'entity', 'facet', 'hlc', 'seq')]);
  },
} satisfies Partial<FieldWrites>;
