/**
 * Computes the days of a long list before its memories are read. Counts are per quarter of an hour, because the offset of every time
 * zone is a multiple of it. [PG-5]
 */
import type { Memory } from '@cairn/schema';
import { isHere, type Listed, type Unread } from './merge-list.ts';
import { dayOf } from './words.ts';

export const QUARTER_MS = 900_000;

/**
 * Returns one row for each memory. `quarters`: the beginning of each quarter in milliseconds since 1970, and its number of memories,
 * newest first.
 */
export const unreadList = (
  quarters: readonly (readonly [startMs: number, count: number])[],
): readonly Unread[] => {
  const list: Unread[] = [];
  for (const [quarterMs, count] of quarters) {
    const place = { day: dayOf(quarterMs), quarterMs };
    for (let n = 0; n < count; n++) list.push(place);
  }
  return list;
};

export const unreadOf = ({ createdAt }: Memory): Unread => {
  const ms = Date.parse(createdAt);
  return { day: dayOf(ms), quarterMs: ms - (ms % QUARTER_MS) };
};

export const dayOfListed = (one: Listed): number =>
  isHere(one) ? dayOf(Date.parse(one.createdAt)) : one.day;
const quarterOf = (one: Listed): number => (isHere(one) ? unreadOf(one).quarterMs : one.quarterMs);

/** The part of the list that one request reads. */
export interface Stretch {
  /** The index of its first row. */
  readonly from: number;
  readonly quarterMs: number;
  /** The number of memories of the same quarter before it, which the daemon skips. */
  readonly offset: number;
}

/** Returns the first unread row from `from` until before `to`, or null if all of these rows are loaded. */
export const firstUnread = (
  list: readonly Listed[],
  { from, to }: { readonly from: number; readonly to: number },
): Stretch | null => {
  for (let at = Math.max(0, from); at < Math.min(to, list.length); at++) {
    const one = list[at];
    if (one === undefined || isHere(one)) continue;
    const { quarterMs } = one;
    let offset = 0;
    for (let before = list[at - 1]; before !== undefined && quarterOf(before) === quarterMs; ) {
      offset++;
      before = list[at - 1 - offset];
    }
    return { from: at, quarterMs, offset };
  }
  return null;
};
