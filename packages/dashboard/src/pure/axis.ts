/** The axis beside a chart: round numbers up its side, days below it. [PG-16] */
import { everyDay } from './series.ts';

const INTERVALS = 4;
const ROUND = [1, 2, 5, 10] as const;
/** Sums of tenths are not tenths in binary. */
const DIGITS = 12;

/** From 0 to at least the largest value, in at most four equal and round steps. `whole`: of what is counted there are no halves. */
export const ticksOf = (most: number, { whole }: { readonly whole: boolean }): readonly number[] => {
  const least = most > 0 ? most / INTERVALS : 1 / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(least));
  const round = (ROUND.find((factor) => factor * power >= least) ?? 10) * power;
  const step = whole ? Math.max(1, round) : round;
  const steps = Math.max(1, Math.ceil(Number((most / step).toPrecision(DIGITS))));
  return Array.from({ length: steps + 1 }, (_, n) => Number((n * step).toPrecision(DIGITS)));
};

export interface DayTick {
  readonly day: string;
  /** From the left, 0 to 1. */
  readonly at: number;
}

const LABELS = 4;

/** So few that their names fit on a phone: the ends, and what lies evenly between. `bars`: a day has a width, and its name stands in its middle. */
export const dayTicks = (
  from: string,
  to: string,
  { bars }: { readonly bars: boolean },
): readonly DayTick[] => {
  const days = everyDay([], from, to);
  const last = days.length - 1;
  const labels = Math.min(LABELS, days.length);
  return Array.from({ length: labels }, (_, n) => {
    const index = labels === 1 ? 0 : Math.round((n * last) / (labels - 1));
    const at = bars ? (index + 0.5) / days.length : last === 0 ? 0 : index / last;
    return { day: days[index]?.day ?? from, at };
  });
};

const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
/** "22 Nov": a day of the figures is one of UTC, wherever it is read. */
export const shortDay = (day: string): string => short.format(Date.parse(day));
