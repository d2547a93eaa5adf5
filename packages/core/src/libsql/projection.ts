/**
 * Compares `memories` and `schedules` with the `registers` that they are derived from, and projects the rows again
 * where they differ. [ST-2]
 */
import type { EntityId } from '@cairn/schema';
import type { StoreFinding } from '../engine/api.ts';
import { isSchedule, projectAgain } from '../engine/write/project-again.ts';
import { isFirstPull } from '../engine/write/write-registers.ts';
import { projectMemory } from '../memory/apply.ts';
import { STATE } from '../memory/memory-state.ts';
import { byEntityOf } from '../merge/register-key.ts';
import { visibilityOf } from '../merge/visibility.ts';
import type { FacetKey, MemoryRow } from '../ports/store.ts';
import { projectSchedule } from '../schedule/project-schedule.ts';
import { COLUMNS_VERSION } from '../search/search-columns.ts';
import { ofRegisters } from './column-names.ts';
import { columnsOf } from './columns.ts';
import type { Sql } from './database.ts';
import { memoriesByIds } from './memories-table.ts';
import { neighboursOf } from './neighbours.ts';
import { registersAfter, registersOf } from './registers-table.ts';
import { schedulesByIds } from './schedules-table.ts';
import type { LibsqlWriteStore } from './write-store.ts';

/** Registers per turn at the connection, so saves run in between. */
const PAGE = 1_000;
const ORPHANS = `SELECT id FROM (SELECT id FROM memories UNION ALL SELECT id FROM schedules) AS rows
  WHERE NOT EXISTS (SELECT 1 FROM registers WHERE ${ofRegisters.entity} = rows.id)`;

export const checkProjection = async (store: LibsqlWriteStore, fix: boolean): Promise<StoreFinding> => {
  const unfit = await compareProjection(store, fix);
  if (unfit === 0)
    return { id: 'projection', status: 'pass', message: 'Every memory matches its registers.' };
  if (!fix)
    return { id: 'projection', status: 'fail', message: `${unfit} memories do not match their registers.` };
  return { id: 'projection', status: 'fixed', message: `${unfit} memories were rebuilt.` };
};

/** Returns how many memories and schedules did not match their registers. `fix`: projects them again. */
export const compareProjection = async (store: LibsqlWriteStore, fix: boolean): Promise<number> => {
  const wrong = new Set<EntityId>(await store.exclusive(orphans));
  const isArriving = await store.write(isFirstPull);
  const hasColumns = (await store.write((tx) => tx.meta('columns'))) === COLUMNS_VERSION;
  const comparable = hasColumns ? (row: MemoryRow) => row : withoutColumns;
  let after: FacetKey | null = null;
  do {
    const page: Awaited<ReturnType<typeof comparePage>> = await store.exclusive((sql) =>
      comparePage(sql, after, isArriving, comparable),
    );
    for (const id of page.wrong) wrong.add(id);
    after = page.next;
  } while (after !== null);
  if (fix && wrong.size > 0) await store.write((tx) => projectAgain(tx, [...wrong]));
  return wrong.size;
};

const orphans = async (sql: Sql): Promise<readonly EntityId[]> =>
  (await sql.all(ORPHANS)).map((row) => columnsOf(row).entity());

/** Rows whose search columns are being renewed still match their registers. [F-1] */
const withoutColumns = ({ aside: _aside, grams: _grams, ...rest }: MemoryRow) => rest;

const comparePage = async (
  sql: Sql,
  after: FacetKey | null,
  isArriving: boolean,
  comparable: (row: MemoryRow) => object,
) => {
  const { byEntity, next } = await wholeEntities(sql, after);
  const ids = [...byEntity.keys()];
  const present = new Map((await memoriesByIds(sql, ids)).map((row) => [row.id, row]));
  const neighbours = await neighboursOf(sql, ids);
  const states = visibilityOf(neighbours, isArriving);
  const edges = new Map(neighbours.map(({ id, replaces }) => [id, replaces]));
  const schedules = new Map((await schedulesByIds(sql, ids.filter(isSchedule))).map((row) => [row.id, row]));
  const wrong = ids.filter((id) => {
    if (isSchedule(id)) return !isEqual(schedules.get(id) ?? null, projectSchedule(byEntity.get(id) ?? []));
    const row = present.get(id);
    const expected = projectMemory(byEntity.get(id) ?? []);
    if (expected === null || row === undefined) return (expected === null) !== (row === undefined);
    const isSame = JSON.stringify(edges.get(id)) === JSON.stringify(expected.replaces);
    const fits = isEqual(comparable({ ...row, state: STATE.current }), comparable(expected.row));
    return !isSame || !fits || row.state !== states.get(id);
  });
  return { wrong, next };
};

/** Returns a page of entities, each with all of its registers. */
const wholeEntities = async (sql: Sql, after: FacetKey | null) => {
  const registers = await registersAfter(sql, after, PAGE);
  const byEntity = byEntityOf(registers);
  const last = registers.at(-1)?.entity;
  if (registers.length < PAGE || last === undefined) return { byEntity, next: null };
  // The last entity of a full page may have more registers.
  byEntity.set(last, [...(await registersOf(sql, [last]))]);
  return { byEntity, next: { entity: last, facet: AFTER_ALL_FACETS } };
};

const AFTER_ALL_FACETS = '\uffff';

const isEqual = (present: object | null, wanted: object | null): boolean =>
  present === null || wanted === null ? present === wanted : sortedJson(present) === sortedJson(wanted);

const sortedJson = (value: object): string =>
  JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
