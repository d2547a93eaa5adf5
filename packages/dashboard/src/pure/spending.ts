/** Converts usage into words about money, sizes and times. [PG-16] */
import type { DayFiguresResult, LatencyFigures, UsageResult } from '@cairn/schema';
import { decimalOf } from './words.ts';

/** Returns the cost of all days; null if a day has tokens of unknown price. */
export const costOfDays = (days: UsageResult['days']): number | null => {
  let sum = 0;
  for (const { cost, tokens } of days) {
    if (cost === null && tokens > 0) return null;
    sum += cost ?? 0;
  }
  return sum;
};

export interface DayLatency {
  readonly day: string;
  readonly figures: NonNullable<LatencyFigures>;
}

/** Returns the days that have figures. */
export const latenciesOf = (
  figures: readonly DayFiguresResult[],
  which: 'saves' | 'searches',
): readonly DayLatency[] =>
  figures.flatMap((one) => {
    const found = one[which];
    return found === null ? [] : [{ day: one.day, figures: found }];
  });

/** "0.8 ms", "12 ms", "1.4 s" */
export const durationOf = (ms: number): string => {
  if (ms >= 1_000) return `${decimalOf(ms / 1_000, 1)} s`;
  return ms >= 10 ? `${decimalOf(ms, 0)} ms` : `${decimalOf(ms, ms >= 1 ? 1 : 2)} ms`;
};

/** Returns points from the first day to the last, as shares of a box. A single day spans the whole width. */
export const dayPath = (
  points: readonly { readonly day: string; readonly value: number }[],
  from: string,
  to: string,
  box: { readonly width: number; readonly height: number; readonly most: number },
): string => {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const at = (day: string): number => (end === start ? 0 : (Date.parse(day) - start) / (end - start));
  const spots = points.map(({ day, value }) => [
    round(at(day) * box.width),
    round(box.height - (value / Math.max(box.most, Number.MIN_VALUE)) * box.height),
  ]);
  const [first] = spots;
  if (spots.length === 1) return `M0 ${first?.[1]}L${box.width} ${first?.[1]}`;
  return spots.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`).join('');
};

const round = (n: number): number => Math.round(n * 10) / 10;

/** Formats millionths of a currency [PG-16]: "0.42 EUR", "$1.20", "0.0034 EUR". Sums below 1 keep two significant digits. */
export const moneyOf = (millionths: number, currency: string): string => {
  const amount = millionths / 1_000_000;
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)));
  const shown = Math.max(2, digits);
  const number = decimalOf(amount, shown);
  return currency.length > 1 ? `${number} ${currency}` : `${currency}${number}`;
};
