/** Converts counts by day for a chart. [PG-16] */
import { DAY_MS } from '@cairn/schema';
import { LOCALE } from './words.ts';

export interface DayCount {
  readonly day: string;
  readonly count: number;
}

/** Returns every day from `from` to `to` (`2026-11-22`), including days without counts. */
export const everyDay = (counts: readonly DayCount[], from: string, to: string): readonly DayCount[] => {
  const byDay = new Map(counts.map(({ day, count }) => [day, count]));
  const days: DayCount[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10);
    days.push({ day, count: byDay.get(day) ?? 0 });
  }
  return days;
};

/** Returns the running total at the end of each day of the range. Earlier counts are included from the start. */
export const growth = (counts: readonly DayCount[], from: string, to: string): readonly DayCount[] => {
  let sum = counts.reduce((all, { day, count }) => (day < from ? all + count : all), 0);
  return everyDay(counts, from, to).map(({ day, count }) => {
    sum += count;
    return { day, count: sum };
  });
};

export const daysBefore = (nowMs: number, days: number): string =>
  new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10);

/** Most steps on the value axis of a chart. Its ticks are round numbers. [PG-16] */
const INTERVALS = 4;
const ROUND = [1, 2, 5, 10] as const;
/** Rounds away binary errors of decimal sums. */
const DIGITS = 12;

/** Returns ticks from 0 to at least the largest value, in at most four equal, round steps. `whole`: no fractions, for counts. */
export const ticksOf = (most: number, { whole }: { readonly whole: boolean }): readonly number[] => {
  const least = most > 0 ? most / INTERVALS : 1 / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(least));
  const round = (ROUND.find((factor) => factor * power >= least) ?? 10) * power;
  const step = whole ? Math.max(1, round) : round;
  const steps = Math.max(1, Math.ceil(Number((most / step).toPrecision(DIGITS))));
  return Array.from({ length: steps + 1 }, (_, n) => Number((n * step).toPrecision(DIGITS)));
};

const LABELS = 4;

/**
 * Returns at most four days, so their names fit on a phone: both ends, and days evenly between. `bars`: true when a day has a width. Its
 * tick is then in the middle. `at`: from 0 (left) to 1 (right).
 */
export const dayTicks = (from: string, to: string, { bars }: { readonly bars: boolean }) => {
  const days = everyDay([], from, to);
  const last = days.length - 1;
  const labels = Math.min(LABELS, days.length);
  return Array.from({ length: labels }, (_, n) => {
    const index = labels === 1 ? 0 : Math.round((n * last) / (labels - 1));
    const at = bars ? (index + 0.5) / days.length : last === 0 ? 0 : index / last;
    return { day: days[index]?.day ?? from, at };
  });
};

const short = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
/** Returns "22 Nov". Days of the figures are in UTC, wherever they are read. */
export const shortDay = (day: string): string => short.format(Date.parse(day));
export const longDay = (day: string): string => long.format(Date.parse(day));
