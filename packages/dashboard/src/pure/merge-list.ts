/** A list of memories, newest first, of which only parts were read. Merges changes into it. [PG-5, PG-9] */
import type { Memory } from '@cairn/schema';

/** A row whose memory is not loaded. */
export interface Unread {
  readonly day: number;
  /** The beginning of its quarter of an hour, in milliseconds since 1970. */
  readonly quarterMs: number;
}
export type Listed = Memory | Unread;

export const isHere = (listed: Listed): listed is Memory => 'content' in listed;

/** Returns how many of the loaded rows are hidden. */
export const countHidden = (list: readonly Listed[], hidden: ReadonlySet<string>): number =>
  hidden.size === 0 ? 0 : list.filter((one) => isHere(one) && hidden.has(one.id)).length;

type Sorted = Pick<Memory, 'id' | 'createdAt'>;
/** Compares as the daemon sorts. Negative if `a` comes before `b`. */
export const newestFirst = (a: Sorted, b: Sorted): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? 1 : a.id > b.id ? -1 : 0) : a.createdAt < b.createdAt ? 1 : -1;

export interface Merged {
  readonly list: readonly Listed[];
  /** False if a change may belong to rows that were not read. Then the list must be counted again. */
  readonly isExact: boolean;
}

/** `asked`: memories that may have changed. `found`: those of them that belong in the list. */
export const mergeChanged = (
  list: readonly Listed[],
  asked: readonly string[],
  found: readonly Memory[],
): Merged => {
  const changed = new Set(asked);
  const settled = new Set(found.map(({ id }) => id));
  const merged = list.filter((one) => {
    if (!isHere(one) || !changed.has(one.id)) return true;
    settled.add(one.id);
    return false;
  });
  let isExact = list.every(isHere) || asked.every((id) => settled.has(id));
  for (const memory of found) {
    const place = placeIn(merged, memory);
    if (place === null) isExact = false;
    else merged.splice(place, 0, memory);
  }
  return { list: merged, isExact };
};

/** Returns how many memories come before it; null if that is not known. */
const placeIn = (list: readonly Listed[], memory: Memory): number | null => {
  const after = list.findIndex((one) => isHere(one) && newestFirst(memory, one) < 0);
  const end = after < 0 ? list.length : after;
  const before = list[end - 1];
  return before === undefined || isHere(before) ? end : null;
};

/** Inserts memories that one request read. A memory that was at another place is removed there. */
export const putPage = (
  list: readonly Listed[],
  from: number,
  page: readonly Memory[],
  placeOf: (one: Memory) => Unread,
): readonly Listed[] => {
  const come = new Set(page.map(({ id }) => id));
  return list.map((one, at) => {
    const read = page[at - from];
    if (read !== undefined && at >= from) return read;
    return isHere(one) && come.has(one.id) ? placeOf(one) : one;
  });
};

/** Keeps only the places of rows further than `distance` from `middle`. */
export const keepNear = (
  list: readonly Listed[],
  { middle, distance }: { readonly middle: number; readonly distance: number },
  placeOf: (one: Memory) => Unread,
): readonly Listed[] =>
  list.map((one, at) => (isHere(one) && Math.abs(at - middle) > distance ? placeOf(one) : one));
