import type { Memory } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { blockAt, heightOf, layOut, topOf, visibleIn } from './days.ts';
import { isHere, keepNear, type Listed, mergeChanged, newestFirst } from './merge-list.ts';

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
    expect(visibleIn(blocks, 20, 30, HEIGHTS).headings.map(({ day }) => day)).toEqual([8]);
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
  const ids = (list: readonly Listed[]) => list.map(({ id }) => id).join('');

  test('takes in what is new at its place, and lets go what is no longer found', () => {
    expect(ids(mergeChanged([d, b, a], ['c'], [c], false))).toBe('dcba');
    expect(ids(mergeChanged([d, c, b], ['c'], [], false))).toBe('db');
    expect(ids(mergeChanged([d, c, b], ['c'], [{ ...c, pinned: true }], false))).toBe('dcb');
    expect(ids(mergeChanged([], ['a'], [a], false))).toBe('a');
  });

  test('leaves what stands behind its last for the next page', () => {
    expect(ids(mergeChanged([d, c], ['a'], [a], true))).toBe('dc');
    expect(ids(mergeChanged([d, c], ['a'], [a], false))).toBe('dca');
    expect(ids(mergeChanged([d, b], ['c'], [c], true))).toBe('dcb');
  });

  test('[PG-5] keeps of what is far only its place, and takes it in again where it stood', () => {
    const near = keepNear([d, c, b, a], 1, 1);
    expect([ids(near), near.map(isHere)]).toEqual(['dcba', [true, true, true, false]]);
    expect(near[3]).toEqual({ id: 'a', createdAt: a.createdAt });
    const again = mergeChanged(near, ['a'], [a], true);
    expect([ids(again), again.every(isHere)]).toEqual(['dcba', true]);
    expect(ids(mergeChanged(near, ['a'], [], true))).toBe('dcb');
  });

  test('is sorted as the daemon sorts: by time, then by id', () => {
    expect(newestFirst(a, b)).toBeGreaterThan(0);
    expect([memory('x', 1), memory('y', 1)].sort(newestFirst).map(({ id }) => id)).toEqual(['y', 'x']);
  });
});
