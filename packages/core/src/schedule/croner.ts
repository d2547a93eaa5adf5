/**
 * The only module that imports croner. Croner computes times here and starts no timers. Tests cover its rules for
 * daylight saving. A fixed time that does not exist runs at the first moment after the gap. A fixed time that exists
 * twice runs the first time. Expressions for every hour, minute or step continue unchanged. [SC-4]
 */
import { DAY_MS, err, errorText, ok, orElse, type Result } from '@cairn/schema';
import { Cron } from 'croner';
import { zoneNamed } from '../profile/fields.ts';

export interface CronTimes {
  /** Returns the next time strictly after `ms`; null when there is none. */
  nextAfter(ms: number): number | null;
}

/** Parses a cron expression. The error is croner's message. */
export const readCron = (expression: string, timezone: string): Result<CronTimes, string> => {
  // Croner would check that only when it computes a time.
  if (zoneNamed(timezone) === null) return err(`There is no time zone ${timezone}.`);
  try {
    if (!isFixed(expression)) return ok(timesOf(expression, timezone));
    const walls = timesOf(expression, 'UTC');
    const clock = createClock(timezone);
    // Croner loses a time whose gap ends the day, and repeats an hour of a list. So fixed times come from wall-clock times.
    const nextAfter = (ms: number): number | null => {
      let wall = walls.nextAfter(clock.shown(ms));
      while (wall !== null && clock.timeOf(wall) <= ms) wall = walls.nextAfter(wall);
      return wall === null ? null : clock.timeOf(wall);
    };
    return ok({ nextAfter });
  } catch (error) {
    return err(reasonOf(error));
  }
};

/** Whether the fields of minutes and hours name times, so that no field says "every". */
const isFixed = (expression: string): boolean =>
  !/[*/]/.test(expression.trim().split(/\s+/).slice(-5, -3).join(' ')) && !expression.includes('@');

const timesOf = (expression: string, timezone: string): CronTimes => {
  const cron = new Cron(expression, { timezone, paused: true });
  // Near the last possible time, clocks may show a time that is none.
  return { nextAfter: (ms) => (Number.isNaN(ms) ? null : (cron.nextRun(new Date(ms))?.getTime() ?? null)) };
};

/** Converts between times and what the zone's clocks show, as if that were UTC. */
const createClock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const shown = (ms: number): number => {
    const [year = 0, month = 1, ...rest] = format.format(ms).split(/\D/).map(Number);
    return Date.UTC(year, month - 1, ...rest);
  };
  /** Returns the first time at which clocks show `wall` or, in a gap, more. No time comes for a day that the zone left out. */
  const timeOf = (wall: number): number => {
    const offsets = [-1, 1].map((side) => {
      const near = wall + side * DAY_MS;
      return shown(near) - near;
    });
    const [first, last] = [wall - Math.max(...offsets), wall - Math.min(...offsets)];
    if (shown(first) === wall) return first;
    if (shown(last) === wall) return last;
    if (last - first >= DAY_MS) return Number.NEGATIVE_INFINITY;
    let [before, after] = [first, last];
    while (after - before > 1_000) {
      const middle = before + Math.floor((after - before) / 2_000) * 1_000;
      if (shown(middle) < wall) before = middle;
      else after = middle;
    }
    return after;
  };
  return { shown, timeOf };
};

/**
 * Converts a wall-clock time of a zone, such as `2026-11-23T09:00:00`, to Unix milliseconds. A time that does not exist becomes later by
 * the length of the gap. Null for no such day.
 */
export const wallTimeMs = (text: string, timezone: string): number | null =>
  orElse(() => new Cron(text, { timezone, paused: true }).nextRun(new Date(0))?.getTime() ?? null, null);

/** Returns croner's message as a sentence, without its prefix. */
const reasonOf = (error: unknown): string => {
  const text = errorText(error);
  const bare = text.replace(/^\w+: /, '').replace(/\.$/, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}.`;
};
