/** Computes when a schedule runs. A cadence is checked when it is created. Pure functions of time. [SC-1] */
import {
  type Cadence,
  type CadenceInput,
  type CadencePreview,
  type Checked,
  cadenceSchema,
  isIntervalWithin,
  LIMITS,
  ok,
} from '@cairn/schema';
import { invalid } from '../memory/invalid-input.ts';
import { isoTime } from '../memory/to-memory.ts';
import { zoneNamed } from '../profile/fields.ts';
import { cronWords } from './cron-words.ts';
import { type CronTimes, readCron, wallTimeMs } from './croner.ts';

/** Returns the first run strictly after `afterMs`; null when there is none. */
export const nextRunAfter = (cadence: Cadence, afterMs: number): number | null => {
  const next = timeAfter(cadence, afterMs);
  return next === null || next > LIMITS.timeMsMax ? null : next;
};

const timeAfter = (cadence: Cadence, afterMs: number): number | null => {
  if (cadence.type === 'cron') {
    const cron = readCron(cadence.expression, cadence.timezone);
    return cron.ok ? cron.value.nextAfter(afterMs) : null;
  }
  if (cadence.type === 'once') return cadence.at > afterMs ? cadence.at : null;
  const everyMs = Math.max(cadence.seconds, LIMITS.scheduleIntervalSecondsMin) * 1_000;
  // Also works before the anchor, which a wrong clock may have put far into the future.
  const passed = Math.floor((afterMs - cadence.anchor) / everyMs);
  return cadence.anchor + (passed + 1) * everyMs;
};

/** Whether this program understands the cadence, which a newer program may have written. */
export const isReadable = (cadence: Cadence): boolean =>
  cadence.type !== 'cron' || readCron(cadence.expression, cadence.timezone).ok;

/** Returns the cadence as text, equal for equal cadences whatever the order of their fields. */
export const cadenceText = (cadence: Cadence): string => JSON.stringify(cadenceSchema.parse(cadence));

export interface CadenceFacts {
  readonly nowMs: number;
  /** The device's time zone, used when the input names none. */
  readonly timezone: string;
}

/** Parses the input to a cadence that will run, or to an error that says what to write instead. */
export const readCadence = (input: CadenceInput, facts: CadenceFacts): Checked<Cadence> => {
  const timezone = input.timezone?.trim() ?? facts.timezone;
  if (zoneNamed(timezone) === null)
    return invalid(
      `"${timezone}" is not a time zone that this device knows. Write one like Europe/Berlin or UTC.`,
    );
  if (input.type === 'cron') return readCronCadence(input.expression.trim(), timezone, facts.nowMs);
  if (input.type === 'once') return readOnce(input.at.trim(), timezone, facts.nowMs);
  return readInterval(input.seconds, timezone, facts.nowMs);
};

const readCronCadence = (expression: string, timezone: string, nowMs: number): Checked<Cadence> => {
  if (expression.length > LIMITS.cronExpressionCharsMax)
    return invalid(`A cron expression has at most ${LIMITS.cronExpressionCharsMax} characters.`);
  const fields = expression.split(/\s+/).length;
  if (!expression.startsWith('@') && fields !== 5 && fields !== 6)
    return invalid(
      `"${expression}" is not a cron expression of five fields. Write one, such as "30 9 * * 1-5": minute, hour, day, month, weekday.`,
    );
  const cron = readCron(expression, timezone);
  if (!cron.ok) return invalid(`"${expression}" is not a cron expression. ${cron.error}`);
  const closest = closestRuns(cron.value, nowMs);
  if (closest === null)
    return invalid(`"${expression}" matches no date, so the schedule would never run. Choose another time.`);
  if (closest < LIMITS.scheduleIntervalSecondsMin * 1_000)
    return invalid(
      `"${expression}" runs every ${closest / 1_000} seconds; the limit is once a minute. Leave the seconds out, or give one second.`,
    );
  return ok({ type: 'cron', expression, timezone });
};

/** How many runs are compared. Several seconds of one minute show within this many. */
const COMPARED_RUNS = 4;

/** Returns the smallest distance between the next runs, in milliseconds; null when there is none. */
const closestRuns = (cron: CronTimes, nowMs: number): number | null => {
  let last = cron.nextAfter(nowMs);
  if (last === null) return null;
  let closest = Number.POSITIVE_INFINITY;
  for (let run = 1; run < COMPARED_RUNS; run++) {
    const next = cron.nextAfter(last);
    if (next === null) break;
    closest = Math.min(closest, next - last);
    last = next;
  }
  return closest;
};

const DATE_AND_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i;

const readOnce = (text: string, timezone: string, nowMs: number): Checked<Cadence> => {
  const at = timeOf(text, timezone);
  if (at === null)
    return invalid(`"${text}" is not a time. Write 2026-01-31T09:30, or 2026-01-31T09:30:00Z for UTC.`);
  if (at <= nowMs) return invalid(`${shownIn(at, timezone)} is in the past. Give a future time.`);
  return ok({ type: 'once', at, timezone });
};

/** Parses a date and time. Without an offset, the time is in the time zone. */
const timeOf = (text: string, timezone: string): number | null => {
  const match = DATE_AND_TIME.exec(text);
  if (match === null) return null;
  const [, day = '', minutes = '00:00', seconds = ':00', , offset] = match;
  if (!isDay(day)) return null;
  if (offset === undefined) return wallTimeMs(`${day}T${minutes}${seconds}`, timezone);
  const at = Date.parse(text.replace(' ', 'T'));
  return Number.isNaN(at) ? null : at;
};

/** Whether the day exists. `Date` would turn the 30th of February into the 2nd of March. */
const isDay = (day: string): boolean => {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
};

const readInterval = (seconds: number, timezone: string, nowMs: number): Checked<Cadence> => {
  if (!Number.isInteger(seconds) || !isIntervalWithin(seconds))
    return invalid(
      `An interval is a minute (${LIMITS.scheduleIntervalSecondsMin} s) at least and ten years at most, in whole seconds.`,
    );
  return ok({ type: 'interval', seconds, anchor: nowMs, timezone });
};

/** Formats a time as `2026-11-23 09:00 Europe/Berlin`. In UTC when this device does not know the zone. */
export const shownIn = (ms: number, timezone: string | null): string => {
  const zone = timezone !== null && zoneNamed(timezone) !== null ? timezone : 'UTC';
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(Math.min(LIMITS.timeMsMax, Math.max(-LIMITS.timeMsMax, ms)));
  return `${text} ${zone}`;
};

/** Previews the runs of a cadence before anything is scheduled. [SC-1] */
export const previewCadence = (input: CadenceInput, facts: CadenceFacts): Checked<CadencePreview> => {
  const read = readCadence(input, facts);
  if (!read.ok) return read;
  const cadence = read.value;
  return ok({
    timezone: cadence.timezone ?? facts.timezone,
    words: cadence.type === 'cron' ? cronWords(cadence.expression) : null,
    next: nextRuns(cadence, facts.nowMs).map((ms) => ({
      at: isoTime(ms),
      text: shownIn(ms, cadence.timezone),
    })),
  });
};

const nextRuns = (cadence: Cadence, nowMs: number): readonly number[] => {
  const runs: number[] = [];
  while (runs.length < LIMITS.schedulePreviewRuns) {
    const next = nextRunAfter(cadence, runs.at(-1) ?? nowMs);
    if (next === null) break;
    runs.push(next);
  }
  return runs;
};
