/** Counts by day → what a chart draws. [PG-16] */

export interface DayCount {
  readonly day: string;
  readonly count: number;
}

const DAY_MS = 86_400_000;

/** Every day from `from` to `to` (`2026-11-22`), those without anything too. */
export const everyDay = (counts: readonly DayCount[], from: string, to: string): readonly DayCount[] => {
  const byDay = new Map(counts.map(({ day, count }) => [day, count]));
  const days: DayCount[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10);
    days.push({ day, count: byDay.get(day) ?? 0 });
  }
  return days;
};

/** How many there were by the end of each day, of those in the range; what came before counts from the start. */
export const growth = (counts: readonly DayCount[], from: string, to: string): readonly DayCount[] => {
  let sum = counts.reduce((all, { day, count }) => (day < from ? all + count : all), 0);
  return everyDay(counts, from, to).map(({ day, count }) => {
    sum += count;
    return { day, count: sum };
  });
};

/** A line through values, in a box; `most` touches its top. */
export const linePath = (
  values: readonly number[],
  width: number,
  height: number,
  most = Math.max(1, ...values),
): string => {
  const step = values.length < 2 ? 0 : width / (values.length - 1);
  return values
    .map(
      (value, at) => `${at === 0 ? 'M' : 'L'}${round(at * step)} ${round(height - (value / most) * height)}`,
    )
    .join('');
};

const round = (n: number): number => Math.round(n * 10) / 10;

export const daysBefore = (nowMs: number, days: number): string =>
  new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10);
