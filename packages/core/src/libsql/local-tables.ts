/** Rows of `forgotten`, `access`, `injected` and `turns`: small tables that never leave the device. [SY-D4] */
import * as tables from '@cairn/schema/local-tables';
import type { ContextTransaction, ReadStore, StoreTransaction } from '../ports/store.ts';
import { injected, m } from './column-names.ts';
import { columnsOf, countOf, fromJson, reading } from './columns.ts';
import type { Sql } from './database.ts';
import { deleteAmong, type FieldWrites, valuesOf } from './upsert.ts';

const forgotten = tables.namesOf(tables.forgotten);
const f = tables.namesOf(tables.forgotten, 'f');
const turns = tables.namesOf(tables.turns);

const IS_FORGOTTEN = `SELECT 1 FROM forgotten WHERE ${forgotten.hash} = ?1 LIMIT 1`;
const FORGOTTEN_AMONG = `SELECT DISTINCT ${f.hash} FROM json_each(?1) AS j CROSS JOIN forgotten AS f ON ${f.hash} = j.value`;
const FORGOTTEN_HERE = `SELECT json_array(${forgotten.entity}, ${forgotten.hash}, ${forgotten.at}, ${forgotten.contentHash}) FROM forgotten WHERE ${forgotten.contentHash} IS NOT NULL`;
const FORGET = `INSERT INTO forgotten (${forgotten.entity}, ${forgotten.hash}, ${forgotten.at}, ${forgotten.contentHash})
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1) WHERE true
  ON CONFLICT (${forgotten.entity}) DO UPDATE SET ${forgotten.hash} = excluded.hash, ${forgotten.at} = excluded.at, ${forgotten.contentHash} =
    iif(excluded.hash = ${forgotten.hash}, coalesce(excluded.content_hash, ${forgotten.contentHash}), excluded.content_hash)`;
const UNFORGET = deleteAmong(tables.forgotten.entity);

const NOTE_ACCESS = `INSERT INTO access (entity, n, last_at)
  SELECT ${m.id}, 1, ?2 FROM json_each(?1) AS j JOIN memories AS m ON ${m.id} = j.value WHERE true
  ON CONFLICT (entity) DO UPDATE SET n = n + 1, last_at = excluded.last_at`;

const NOTE_INJECTED = `INSERT INTO injected (${injected.session}, ${injected.entity}, ${injected.at}) SELECT ?1, value, ?3 FROM json_each(?2) WHERE true
  ON CONFLICT (${injected.session}, ${injected.entity}) DO UPDATE SET ${injected.at} = excluded.at`;
const CLEAR_INJECTED = `DELETE FROM injected WHERE ${injected.session} = ?1`;
const PRUNE_INJECTED = `DELETE FROM injected WHERE ${injected.at} < ?1`;
const INJECTED_IN = `SELECT ${injected.entity} FROM injected WHERE ${injected.session} = ?1`;

const SAVES_IN_TURN = `SELECT ${turns.saves} FROM turns WHERE ${turns.turn} = ?1`;
const COUNT_TURN = `INSERT INTO turns (${turns.turn}, ${turns.saves}, ${turns.at}) VALUES (?1, 1, ?2)
  ON CONFLICT (${turns.turn}) DO UPDATE SET ${turns.saves} = ${turns.saves} + 1, ${turns.at} = excluded.at`;
const PRUNE_TURNS = `DELETE FROM turns WHERE ${turns.at} < ?1`;

/** A row of `turns` is deleted after a day without a save in that turn. */
const TURN_MS_MAX = 86_400_000;
/** A row of `injected` is deleted a week after the session was last given the memory. */
const SESSION_MS_MAX = 7 * 86_400_000;

type ForgottenReads = 'isForgotten' | 'forgottenAmong' | 'forgottenHere' | 'savesInTurn';
export const forgottenReads = (sql: Sql): Pick<StoreTransaction, ForgottenReads> => ({
  isForgotten: async (hash) => (await sql.all(IS_FORGOTTEN, [hash])).length > 0,
  forgottenAmong: async (hashes) =>
    (await sql.all(FORGOTTEN_AMONG, [JSON.stringify(hashes)])).map((row) => String(row[0])),
  forgottenHere: async () =>
    fromJson(
      await sql.all(FORGOTTEN_HERE),
      reading({ entity: 'entity', hash: 'text', at: 'integer', contentHash: 'textOrNull' }),
    ),
  savesInTurn: (turn) => countOf(sql, SAVES_IN_TURN, [turn]),
});

export const forgottenFields = {
  forgotten: (sql, words) => sql.post(FORGET, [valuesOf(words, 'entity', 'hash', 'at', 'contentHash')]),
  unforgotten: (sql, ids) => sql.post(UNFORGET, [JSON.stringify(ids)]),
} satisfies Partial<FieldWrites>;

export const localWrites = (sql: Sql): ContextTransaction & Pick<StoreTransaction, 'countTurn'> => ({
  noteAccess: (ids, nowMs) => sql.post(NOTE_ACCESS, [JSON.stringify([...new Set(ids)]), nowMs]),
  async noteInjected(session, ids, nowMs) {
    await sql.post(NOTE_INJECTED, [session, JSON.stringify([...new Set(ids)]), nowMs]);
    await sql.post(PRUNE_INJECTED, [nowMs - SESSION_MS_MAX]);
  },
  clearInjected: (session) => sql.post(CLEAR_INJECTED, [session]),
  async countTurn(turn, nowMs) {
    await sql.post(COUNT_TURN, [turn, nowMs]);
    await sql.post(PRUNE_TURNS, [nowMs - TURN_MS_MAX]);
  },
});

export const injectedQueries = (sql: Sql): Pick<ReadStore, 'injectedIn'> => ({
  injectedIn: async (session) =>
    new Set((await sql.all(INJECTED_IN, [session])).map((row) => columnsOf(row).text())),
});
