import { expect, test } from 'vitest';
import { dayTicks, ticksOf } from './series.ts';
import { dayPath } from './spending.ts';

test('[PG-16] the side of a chart has few and round numbers, up to what holds the largest value', () => {
  const whole = { whole: true };
  expect(ticksOf(0, whole)).toEqual([0, 1]);
  expect(ticksOf(1, whole)).toEqual([0, 1]);
  expect(ticksOf(3, whole)).toEqual([0, 1, 2, 3]);
  expect(ticksOf(7, whole)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksOf(19_321, whole)).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
  expect(ticksOf(20_000, whole)).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
  expect(ticksOf(0.7, { whole: false })).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(ticksOf(0, { whole: false })).toEqual([0, 0.5]);
  for (let most = 1; most < 1e9; most *= 1.37) {
    const ticks = ticksOf(most, { whole: false });
    expect(ticks.length, String(most)).toBeLessThanOrEqual(5);
    expect(ticks.at(-1), String(most)).toBeGreaterThanOrEqual(most * 0.999_999);
    expect(ticks.at(-2), String(most)).toBeLessThan(most);
  }
});

test('[PG-16] the days below a chart are its ends and what lies between, each where its value stands', () => {
  const of = (from: string, to: string, bars: boolean) =>
    dayTicks(from, to, { bars }).map(({ day, at }) => `${day.slice(5)} ${at.toFixed(2)}`);
  expect(of('2026-10-24', '2026-11-22', false)).toEqual([
    '10-24 0.00',
    '11-03 0.34',
    '11-12 0.66',
    '11-22 1.00',
  ]);
  expect(of('2026-11-21', '2026-11-22', true)).toEqual(['11-21 0.25', '11-22 0.75']);
  expect(of('2026-11-22', '2026-11-22', false)).toEqual(['11-22 0.00']);
});

test('[PG-16] a line is as high as its chart says, not as its own largest value', () =>
  expect(pathOf([0, 5, 10], 20)).toBe('M0 50L50 37.5L100 25'));

test('[PG-16] a line ends at the edges of its box', () => {
  expect(pathOf([0, 5, 10], 10)).toBe('M0 50L50 25L100 0');
  expect(pathOf([0], 1)).toBe('M0 50L100 50');
  expect(pathOf([], 1)).toBe('');
});

const pathOf = (values: readonly number[], most: number): string => {
  const days = values.map((value, at) => ({ day: `2026-11-0${at + 1}`, value }));
  return dayPath(days, '2026-11-01', days.at(-1)?.day ?? '2026-11-01', { width: 100, height: 50, most });
};
