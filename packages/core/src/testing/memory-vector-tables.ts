/** The vector tables of the in-memory store. They follow changes of rows, as triggers do in SQL. */
import type { EntityId } from '@cairn/schema';
import type { MemoryRow, PassagePlace, PassageRow } from '../ports/store.ts';

export interface HeldVector {
  readonly number: number;
  readonly model: string;
  readonly hash: string;
  readonly vector: Float32Array;
  readonly unownedSince: number | null;
}

export const vectorKey = ({ model, hash }: Pick<HeldVector, 'model' | 'hash'>): string => `${hash} ${model}`;

/** The tables that are read and changed here. */
interface VectorTables {
  readonly vectors: Map<string, HeldVector>;
  readonly vectorOf: Map<string, number>;
  readonly rows: ReadonlyMap<EntityId, MemoryRow>;
  readonly passages: ReadonlyMap<string, PassageRow>;
}

/** ST-4: deletes the vectors of a row's text, of any model, when no other row has that text. */
export const leaveVector = (tables: VectorTables, id: string): void => {
  const number = tables.vectorOf.get(id);
  tables.vectorOf.delete(id);
  const all = [...tables.vectors.values()];
  const text = all.find((one) => one.number === number)?.hash;
  const same = all.filter((one) => one.hash === text);
  const used = new Set(tables.vectorOf.values());
  if (same.some((one) => used.has(one.number))) return;
  for (const one of same) tables.vectors.delete(vectorKey(one));
};

/** Keeps or deletes the vector of a memory. Must be called before the row is rewritten. */
export const keepOrLeaveVector = (tables: VectorTables, row: MemoryRow): void => {
  const before = tables.rows.get(row.id);
  if (before !== undefined && (before.content !== row.content || before.key !== row.key))
    leaveVector(tables, row.id);
};

export const placeOf = ({ source, ordinal, part }: PassagePlace): string =>
  JSON.stringify([source, ordinal, part]);

/** The same for a passage. Of the following turns only the next one is part of its vector. */
export const keepOrLeavePassageVector = (tables: VectorTables, row: PassageRow): void => {
  const before = tables.passages.get(placeOf(row));
  if (before === undefined) return;
  const goesOn = before.next !== '' && row.next.startsWith(before.next);
  const isSame =
    before.body === row.body &&
    before.author === row.author &&
    before.previous === row.previous &&
    (before.next === row.next || goesOn);
  if (!isSame) leaveVector(tables, placeOf(row));
};

/** Evicts all vectors in one page. */
export const evictVectors = (
  tables: VectorTables,
  after: number,
  nowMs: number,
  before: number,
): number | null => {
  const page = [...tables.vectors.values()].filter(({ number }) => number > after);
  const used = new Set(tables.vectorOf.values());
  for (const one of page) {
    const since = used.has(one.number) ? null : (one.unownedSince ?? nowMs);
    if (one.unownedSince !== null && since !== null && since < before) tables.vectors.delete(vectorKey(one));
    else tables.vectors.set(vectorKey(one), { ...one, unownedSince: since });
  }
  return page.reduce<number | null>((last, { number }) => Math.max(last ?? 0, number), null);
};
