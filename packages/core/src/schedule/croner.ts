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
    return ok({ nextAfter: (ms) => cron.nextRun(new Date(ms))?.getTime() ?? null });
  } catch (error) {
    return err(reasonOf(error));
  }
};

/** Whether the time zone exists. Croner would check that only when it computes a time. */
export const isTimezone = (name: string): boolean => {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

/** Converts a wall-clock time of a zone, such as `2026-11-23T09:00:00`, to Unix milliseconds. Null for no such day. */
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
