/** The text of a keyed memory at an earlier time, from its present and earlier bodies. [M-3] */
import { type BodyValue, type EntityId, type Hlc, hlcMs } from '@cairn/schema';
import { toldBy } from '../../memory/body-value.ts';
import { knownBodies } from '../../merge/past.ts';
import type { MemoryRow, ReadStore } from '../../ports/store.ts';

export interface PastBody {
  /** Time of the words in Unix milliseconds: of the write, or of an imported record. */
  readonly at: number;
  readonly value: BodyValue;
  readonly hlc: Hlc;
}

/** Returns every known body of these entities, oldest first. */
export const bodiesOf = async (
  store: ReadStore,
  ids: readonly EntityId[],
): Promise<ReadonlyMap<EntityId, readonly PastBody[]>> => {
  const revisions = (await store.revisionsOf(ids)).map(({ register }) => register);
  const present = await store.registersOf(ids);
  const before = Map.groupBy(revisions, ({ entity }) => entity);
  const bodies = new Map<EntityId, readonly PastBody[]>();
  for (const [entity, registers] of Map.groupBy(present, (one) => one.entity)) {
    const known = knownBodies(registers, before.get(entity) ?? []);
    bodies.set(
      entity,
      known.map(({ hlc, value }) => ({ at: saidAt(value, hlcMs(hlc)), value, hlc })),
    );
  }
  return bodies;
};

/** An imported value is as old as its record. [M-3] */
const saidAt = ({ source, createdAt }: BodyValue, writtenAt: number): number =>
  source === 'import' ? Math.min(createdAt, writtenAt) : writtenAt;

/** Returns the row with the text, author and tags of an earlier body. */
export const rowWith = (row: MemoryRow, value: BodyValue): MemoryRow => {
  const { tags = row.tags, trust = row.trust } = value;
  return { ...row, ...toldBy(value), createdAt: Math.min(row.createdAt, value.createdAt), tags, trust };
};

/** Returns the rows as of `asOf`. Leaves out a key whose value of that time is not on this device. */
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
    if (then === undefined || then.value.createdAt > asOf) return [];
    const past = rowWith(row, then.value);
    return [{ ...past, updatedAt: Math.max(past.createdAt, then.at) }];
  });
};

/** Returns the first body if it is known. It is valid from the memory's creation, which an import may have backdated. */
const firstBody = (known: readonly PastBody[]): PastBody | undefined =>
  known[0]?.value.rewrite === undefined ? known[0] : undefined;
