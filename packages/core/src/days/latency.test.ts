import { describe, expect, test } from 'vitest';
import {
  addLatencies,
  countLatency,
  latenciesText,
  latencySummary,
  noLatencies,
  parseLatencies,
} from './latency.ts';

const of = (...times: readonly number[]) => {
  const counts = noLatencies();
  for (const ms of times) countLatency(counts, ms);
  return counts;
};

describe('[OP-10] how long things took', () => {
  test('a half, 95 and 99 in 100 are told to within a tenth', () => {
    const times = Array.from({ length: 1_000 }, (_, n) => (n + 1) / 10);
    const summary = latencySummary(of(...times));
    expect(summary?.count).toBe(1_000);
    for (const [told, real] of [
      [summary?.p50, 50],
      [summary?.p95, 95],
      [summary?.p99, 99],
    ] as const)
      expect(Math.abs((told ?? 0) / real - 1)).toBeLessThan(0.1);
  });

  test('nothing is nothing, and what is too short or too long is held at the ends', () => {
    expect(latencySummary(noLatencies())).toBeNull();
    expect(latencySummary(of(0))?.p50).toBeLessThan(0.02);
    expect(latencySummary(of(-5))?.count).toBe(1);
    expect(latencySummary(of(1e9))?.p50).toBeGreaterThan(80_000);
  });

  test('one slow one in a hundred shows at the end only', () => {
    const summary = latencySummary(of(...Array<number>(99).fill(1), 500, 500));
    expect(summary?.p50).toBeCloseTo(1, 0);
    expect(summary?.p95).toBeCloseTo(1, 0);
    expect(summary?.p99).toBeGreaterThan(400);
  });

  test('days add up, and come back from their text', () => {
    const [a, b] = [of(1, 2, 3), of(3, 400)];
    expect(parseLatencies(latenciesText(addLatencies(a, b)))).toEqual(of(1, 2, 3, 3, 400));
    expect(latenciesText(noLatencies())).toBe('{}');
  });

  test('a text that was damaged counts as nothing', () => {
    for (const text of ['', 'null', '[', '"x"', '{"-1":3,"999":1,"4":-2,"5":1.5,"6":"7","x":1}'])
      expect(parseLatencies(text)).toEqual(noLatencies());
  });
});
