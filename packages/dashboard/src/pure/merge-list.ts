/** A list of memories, newest first, and what became of some of them. [PG-5, PG-9] */
import type { Memory } from '@cairn/schema';

/** The rest of a row that nobody is near: where it stands. */
export type Placed = Pick<Memory, 'id' | 'createdAt'>;
export type Listed = Memory | Placed;

export const isHere = (listed: Listed): listed is Memory => 'content' in listed;

/** Negative: `a` stands before `b`. As the daemon sorts. */
export const newestFirst = (a: Placed, b: Placed): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? 1 : a.id > b.id ? -1 : 0) : a.createdAt < b.createdAt ? 1 : -1;

/**
 * `asked`: what may have changed. `found`: those of them that the list should show. A row that would stand behind the last
 * of a list that goes on is left for its page.
 */
export const mergeChanged = (
  list: readonly Listed[],
  asked: readonly string[],
  found: readonly Memory[],
  goesOn: boolean,
): readonly Listed[] => {
  const changed = new Set(asked);
  const merged = list.filter(({ id }) => !changed.has(id));
  const last = list.at(-1);
  const come = found.filter((memory) => !goesOn || (last !== undefined && newestFirst(memory, last) <= 0));
  // The list is long and sorted, what comes is not.
  for (const memory of come) merged.splice(placeOf(merged, memory), 0, memory);
  return merged;
};

/** How many stand before it. */
const placeOf = (sorted: readonly Listed[], memory: Placed): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = sorted[middle];
    if (there !== undefined && newestFirst(there, memory) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Keeps only the places of rows further than `distance` from `middle`. */
export const keepNear = (list: readonly Listed[], middle: number, distance: number): readonly Listed[] =>
  list.map((one, at) =>
    isHere(one) && Math.abs(at - middle) > distance ? { id: one.id, createdAt: one.createdAt } : one,
  );
