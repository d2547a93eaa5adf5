/**
 * The one door to croner, which is asked for times and never for timers. Its handling of daylight saving is tested here:
 * a fixed time that does not exist runs at the first moment after the gap, one that exists twice runs the first time, and
 * what runs on every hour, minute or step goes on. [SC-4]
 */
import { err, ok, type Result } from '@cairn/schema';
import { Cron } from 'croner';

export interface CronTimes {
  /** Strictly after; null when there is none. */
  nextAfter(ms: number): number | null;
}

/** The error is what croner says is wrong with it. */
export const readCron = (expression: string, timezone: string): Result<CronTimes, string> => {
  if (!isTimezone(timezone)) return err(`There is no time zone ${timezone}.`);
  try {
    const cron = new Cron(expression, { timezone, paused: true });
    return ok({ nextAfter: (ms) => cron.nextRun(new Date(ms))?.getTime() ?? null });
  } catch (error) {
    return err(reasonOf(error));
  }
};

/** Croner finds out when it is asked for a time only. */
export const isTimezone = (name: string): boolean => {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

/** `2026-11-23T09:00:00` as a clock on the wall of that zone shows it → milliseconds; null when there is no such day. */
export const wallTimeMs = (text: string, timezone: string): number | null => {
  try {
    return new Cron(text, { timezone, paused: true }).nextRun(new Date(0))?.getTime() ?? null;
  } catch {
    return null;
  }
};

/** Without croner's own prefix, as a sentence. */
const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  const bare = text.replace(/^\w+: /, '').replace(/\.$/, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}.`;
};
