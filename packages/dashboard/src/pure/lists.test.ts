import type { Memory } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { blockAt, heightOf, layOut, topOf, visibleIn } from './days.ts';
import { isHere, keepNear, type Listed, mergeChanged, newestFirst, putPage } from './merge-list.ts';

const HEIGHTS = { row: 10, heading: 5 };

describe('[PG-5] the places of rows', () => {
  // Two of day 9, one of day 8, three of day 3.
  const blocks = layOut([9, 9, 8, 3, 3, 3], HEIGHTS);

  test('stand below the heading of their day', () => {
    expect(blocks).toEqual([
      { day: 9, first: 0, count: 2, top: 0 },
      { day: 8, first: 2, count: 1, top: 25 },
      { day: 3, first: 3, count: 3, top: 40 },
    ]);
    expect(heightOf(blocks, HEIGHTS)).toBe(75);
    expect([0, 1, 2, 5].map((index) => topOf(blocks, index, HEIGHTS))).toEqual([5, 15, 30, 65]);
    expect([layOut([], HEIGHTS), heightOf([], HEIGHTS)]).toEqual([[], 0]);
  });

  test('are found by height, whatever it is', () => {
    expect([-5, 0, 24, 25, 39, 40, 999].map((px) => blockAt(blocks, px))).toEqual([0, 0, 0, 1, 1, 2, 2]);
    const of = (from: number, to: number) =>
      visibleIn(blocks, from, to, HEIGHTS).rows.map(({ index }) => index);
    expect(of(-100, 1_000)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(of(16, 33)).toEqual([1, 2]);
    expect(of(31, 46)).toEqual([2, 3]);
    expect(of(900, 1_000)).toEqual([]);
    expect(visibleIn(blocks, 20, 30, HEIGHTS).headings.map(({ day }) => day)).toEqual([9, 8]);
  });

  test('are all there, and each once, however one scrolls through a long list', () => {
    const days = Array.from({ length: 5_000 }, (_, n) => 9_999 - Math.floor((n * n) / 9_000));
    const long = layOut(days, HEIGHTS);
    const seen = new Set<number>();
    for (let from = 0; from < heightOf(long, HEIGHTS); from += 300)
      for (const { index } of visibleIn(long, from, from + 300, HEIGHTS).rows) seen.add(index);
    expect(seen.size).toBe(5_000);
  });
});

describe('[PG-9] a list that changes', () => {
  const memory = (id: string, minute: number): Memory => ({
    id,
    content: id,
    tags: [],
    project: null,
    source: 'agent',
    pinned: false,
    namespace: null,
    key: null,
    createdAt: new Date(minute * 60_000).toISOString(),
    updatedAt: new Date(minute * 60_000).toISOString(),
    supersededBy: null,
    trust: 'normal',
    device: { id: 'd', name: 'laptop' },
    session: null,
    agent: null,
  });
  const [a, b, c, d] = [memory('a', 1), memory('b', 2), memory('c', 3), memory('d', 4)];
  const ids = (list: readonly Listed[]) => list.map((one) => (isHere(one) ? one.id : '-')).join('');

  test('takes in what is new at its place, and lets go what is no longer found', () => {
    const merged = (list: readonly Listed[], asked: readonly string[], found: readonly Memory[]) => {
      const { list: after, isExact } = mergeChanged(list, asked, found);
      return [ids(after), isExact];
    };
    expect(merged([d, b, a], ['c'], [c])).toEqual(['dcba', true]);
    expect(merged([d, c, b], ['c'], [])).toEqual(['db', true]);
    expect(merged([d, c, b], ['c'], [{ ...c, pinned: true }])).toEqual(['dcb', true]);
    expect(merged([], ['a'], [a])).toEqual(['a', true]);
  });

  test('says when a place that was not read may hold what changed', () => {
    const unread = { day: 1, quarterMs: 0 };
    const merged = (list: readonly Listed[], asked: readonly string[], found: readonly Memory[]) => {
      const { list: after, isExact } = mergeChanged(list, asked, found);
      return [ids(after), isExact];
    };
    expect(merged([d, unread, a], ['c'], [c])).toEqual(['d-a', false]);
    expect(merged([c, unread, a], ['d'], [d])).toEqual(['dc-a', true]);
    expect(merged([d, unread, a], ['a'], [])).toEqual(['d-', true]);
    expect(merged([d, unread, a], ['x'], [])).toEqual(['d-a', false]);
  });

  test('[PG-5] keeps of what is far only its day, and puts a page where it stands', () => {
    const far = { day: 7, quarterMs: 0 };
    const placeOf = () => far;
    const near = keepNear([d, c, b, a], { middle: 1, distance: 1 }, placeOf);
    expect([ids(near), near[3]]).toEqual(['dcb-', far]);
    expect(ids(putPage(near, 3, [a], placeOf))).toBe('dcba');
    // The list had moved: nothing stands in it twice.
    expect(ids(putPage(near, 1, [b, a], placeOf))).toBe('dba-');
  });

  test('is sorted as the daemon sorts: by time, then by id', () => {
    expect(newestFirst(a, b)).toBeGreaterThan(0);
    expect([memory('x', 1), memory('y', 1)].sort(newestFirst).map(({ id }) => id)).toEqual(['y', 'x']);
  });
});
