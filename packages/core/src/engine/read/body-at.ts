/** The text of a keyed memory at some earlier time, from its present body and its revisions. [M-3] */
import { type BodyValue, type EntityId, type Hlc, hlcMs, type Register } from '@cairn/schema';
import type { MemoryRow, ReadStore } from '../../ports/store.ts';

export interface PastBody {
  /** When it was written, milliseconds. */
  readonly at: number;
  readonly value: BodyValue;
  readonly hlc: Hlc;
}

/** Every body that is known of these entities, oldest first. */
export const bodiesOf = async (
  store: ReadStore,
  ids: readonly EntityId[],
): Promise<ReadonlyMap<EntityId, readonly PastBody[]>> => {
  const revisions = (await store.revisionsOf(ids)).map(({ register }) => register);
  const present = await store.registersOf(ids);
  const bodies = new Map<EntityId, PastBody[]>();
  const sorted = [...revisions, ...present].sort((a, b) => (a.hlc < b.hlc ? -1 : 1));
  for (const register of sorted) {
    if (!isBody(register)) continue;
    const body = { at: hlcMs(register.hlc), value: register.value, hlc: register.hlc };
    bodies.set(register.entity, [...(bodies.get(register.entity) ?? []), body]);
  }
  return bodies;
};

type Body = Extract<Register, { facet: 'body' }>;
const isBody = (register: Register): register is Body => register.facet === 'body';

/** Rows as they read at `asOf`; a keyed one whose value of that time is not on this device is left out. */
export const rowsAt = async (
  store: ReadStore,
  rows: readonly MemoryRow[],
  asOf: number,
): Promise<readonly MemoryRow[]> => {
  const rewritten = rows.filter((row) => row.key !== null && row.updatedAt > asOf).map((row) => row.id);
  if (rewritten.length === 0) return rows;
  const bodies = await bodiesOf(store, rewritten);
  return rows.flatMap((row) => {
    if (!rewritten.includes(row.id)) return [row];
    const known = bodies.get(row.id) ?? [];
    const then = known.filter((body) => body.at <= asOf).at(-1) ?? firstBody(known);
    return then === undefined
      ? []
      : [{ ...row, content: then.value.content, updatedAt: Math.max(row.createdAt, then.at) }];
  });
};

/** The first one counts from the memory's creation, which an import may have dated back. */
const firstBody = (known: readonly PastBody[]): PastBody | undefined =>
  known[0]?.value.rewrite === undefined ? known[0] : undefined;
