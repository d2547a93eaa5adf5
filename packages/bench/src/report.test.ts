import { describe, expect, test } from 'vitest';
import { median, p95, p99, quantile } from './measure.ts';
import { belowRow, type Machine, peerRow, rateRow, ratioRow, tableOf } from './report.ts';

const name = { id: 'x', what: 'something', unit: 'ms' };
const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);

describe('order statistics', () => {
  test('are samples that were measured', () => {
    expect([median(hundred), p95(hundred), p99(hundred), quantile(hundred, 0)]).toEqual([50, 95, 99, 1]);
    expect([median([3, 1]), p95([3, 1])]).toEqual([1, 3]);
  });

  test('of nothing are not a number', () => {
    expect(median([])).toBeNaN();
  });
});

describe('a row', () => {
  test('that must stay below holds only below its bound', () => {
    expect(belowRow(name, hundred, 'p95', 96)).toMatchObject({
      median: 50,
      p95: 95,
      target: 'p95 < 96 ms',
      holds: true,
    });
    expect(belowRow(name, hundred, 'p95', 95).holds).toBe(false);
    expect(belowRow(name, hundred, 'median', 51).holds).toBe(true);
  });

  test('without a single sample does not hold', () => {
    expect(belowRow(name, [], 'median', 51).holds).toBe(false);
    expect(rateRow(name, [], 0).holds).toBe(false);
    expect(ratioRow(name, [], 2).holds).toBe(false);
  });

  test('of a rate tells what 95 of 100 rounds reach', () => {
    expect(rateRow(name, hundred, 50)).toMatchObject({ median: 50, p95: 5, holds: true });
    expect(rateRow(name, hundred, 51).holds).toBe(false);
    expect(rateRow(name, hundred)).toMatchObject({ p95: 5, target: 'none', holds: true });
  });

  test('of a ratio compares the sides round by round', () => {
    const rounds = [
      { ours: [2, 2, 50], bare: [1, 1, 1] },
      // In a round on a slow machine, both sides are slow.
      { ours: [30, 30, 30], bare: [10, 10, 10] },
      { ours: [4, 4, 4], bare: [1, 1, 1] },
    ];
    expect(ratioRow(name, rounds, 3)).toMatchObject({ ratio: 3, target: 'ratio <= 3', holds: true });
    expect(ratioRow(name, rounds, 2.9).holds).toBe(false);
  });
});

test('a row of a peer says how many times ours it takes', () => {
  const rounds = [{ ours: [10, 10], bare: [42] }];
  expect(peerRow(name, rounds, 4)).toMatchObject({
    median: 42,
    ratio: 4.2,
    target: 'ratio >= 4',
    holds: true,
  });
  expect(peerRow(name, rounds, 4.3).holds).toBe(false);
  expect(peerRow(name, [], 1).holds).toBe(false);
});

test('a table says what holds and what does not', () => {
  const machine: Machine = {
    cpu: 'cpu',
    cores: 2,
    memoryGiB: 4,
    platform: 'linux x64',
    node: '24',
    load: 0,
    stolen: null,
  };
  const rows = [belowRow(name, [1], 'median', 2), belowRow(name, [3], 'median', 2)];
  const lines = tableOf({ bench: 'b', machine, rows }).split('\n');
  expect(lines[0]).toBe('b: cpu, 2 cores, 4 GiB, linux x64, Node 24');
  expect(lines.slice(5, 7).map((line) => line.split(/\s{2,}/).at(-1))).toEqual(['yes', 'NO']);
});
