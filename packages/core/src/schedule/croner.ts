/**
 * The only module that imports croner. Croner computes times here and starts no timers. Tests cover its rules for
 * daylight saving. A fixed time that does not exist runs at the first moment after the gap. A fixed time that exists
 * twice runs the first time. Expressions for every hour, minute or step continue unchanged. [SC-4]
 */
import { err, ok, type Result } from '@cairn/schema';
import { Cron } from 'croner';

export interface CronTimes {
  /** Returns the next time strictly after `ms`; null when there is none. */
  nextAfter(ms: number): number | null;
}

/** Parses a cron expression. The error is croner's message. */
export const readCron = (expression: string, timezone: string): Result<CronTimes, string> => {
  if (!isTimezone(timezone)) return err(`There is no time zone ${timezone}.`);
  try {
    const cron = new Cron(expression, { timezone, paused: true });
    const nextAfter = (ms: number): number | null => cron.nextRun(new Date(ms))?.getTime() ?? null;
    if (!isFixed(expression)) return ok({ nextAfter });
    const isSecond = createIsSecond(timezone);
    // Croner leaves out the second time of one fixed hour only, not of an hour in a list or a range.
    const firstAfter = (ms: number): number | null => {
      const at = nextAfter(ms);
      return at !== null && isSecond(at) ? firstAfter(at) : at;
    };
    return ok({ nextAfter: firstAfter });
  } catch (error) {
    return err(reasonOf(error));
  }
};

/** Whether the fields of minutes and hours name times, so that no field says "every". */
const isFixed = (expression: string): boolean =>
  !/[*/]/.test(expression.trim().split(/\s+/).slice(-5, -3).join(' ')) && !expression.includes('@');

/** Milliseconds by which clocks are put back. */
const PUT_BACK_MS = [3_600_000, 1_800_000] as const;

/** Returns whether the clock of the zone showed the same time before, when it was put back in between. */
const createIsSecond = (timeZone: string): ((at: number) => boolean) => {
  const shown = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => PUT_BACK_MS.some((ms) => shown.format(at - ms) === shown.format(at));
};

/** Whether the time zone exists. Croner would check that only when it computes a time. */
export const isTimezone = (name: string): boolean => {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

/**
 * Converts a wall-clock time of a zone, such as `2026-11-23T09:00:00`, to Unix milliseconds. A time that does not exist becomes later by
 * the length of the gap. Null for no such day.
 */
export const wallTimeMs = (text: string, timezone: string): number | null => {
  try {
    return new Cron(text, { timezone, paused: true }).nextRun(new Date(0))?.getTime() ?? null;
  } catch {
    return null;
  }
};

/** Returns croner's message as a sentence, without its prefix. */
const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  const bare = text.replace(/^\w+: /, '').replace(/\.$/, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}.`;
};
