/** Numbers and times as a person reads them. */
import { DAY_MS, HOUR_MS, MINUTE_MS, type RemovedRestored, type ScheduleRunResult } from '@cairn/schema';

type Run = Pick<ScheduleRunResult, 'status' | 'summary'>;

/** The locale of numbers and times: the reader's own if it is English, otherwise British, with the day first and 24 hours. */
const own = new Intl.DateTimeFormat().resolvedOptions().locale;
export const LOCALE = own.startsWith('en') ? own : 'en-GB';

const SECOND_MS = 1_000;
const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
];
// In numbers only: 30 hours ahead may be the day after tomorrow, and 40 days ago may be in the month before the last.
const relative = new Intl.RelativeTimeFormat(LOCALE);

/** "3 hours ago" */
export const agoOf = (iso: string, nowMs: number): string => {
  const ms = Date.parse(iso) - nowMs;
  const step = STEPS.find(([, size]) => Math.abs(ms) >= size);
  if (step === undefined && Math.abs(ms) < 10 * SECOND_MS) return 'just now';
  if (step === undefined) return ms > 0 ? 'in less than a minute' : 'less than a minute ago';
  return relative.format(Math.round(ms / step[1]), step[0]);
};

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const full = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(LOCALE, {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** "14:05" */
export const clockOf = (ms: number): string => clock.format(ms);
const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
/** "22 Nov 2026" */
export const dateOf = (iso: string): string => date.format(Date.parse(iso));
/** "22 Nov 2026, 14:05" */
export const timeOf = (iso: string): string => full.format(Date.parse(iso));

/** Returns the local day as a number of days since 1970. */
export const dayOf = (ms: number): number =>
  Math.floor((ms - new Date(ms).getTimezoneOffset() * MINUTE_MS) / DAY_MS);

/** Returns the name of a day since 1970: "Today", "Yesterday", "Friday, 20 November 2026". */
export const nameOfDay = (at: number, nowMs: number): string => {
  const ago = dayOf(nowMs) - at;
  return ago === 0 ? 'Today' : ago === 1 ? 'Yesterday' : day.format(at * DAY_MS);
};

const number = new Intl.NumberFormat(LOCALE);
export const numberOf = (n: number): string => number.format(n);
/** Formats with `digits` decimals. */
export const decimalOf = (n: number, digits: number): string =>
  n.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
export const countOf = (n: number, one: string, many = `${one}s`): string =>
  `${numberOf(n)} ${n === 1 ? one : many}`;
export const memoriesOf = (n: number): string => countOf(n, 'memory', 'memories');

/** Says what was restored, and what stays `where` it is, because its key has a newer value. */
export const restoredWords = ({ restored, skipped }: RemovedRestored, where: string): string => {
  const saved = `Saved ${memoriesOf(restored.length)} again.`;
  if (skipped.length === 0) return saved;
  return restored.length === 0 && skipped.length === 1
    ? `Its key has a newer value, so it stays ${where}.`
    : `${saved} Keys of ${memoriesOf(skipped.length)} have a newer value: they stay ${where}.`;
};

export const bytesOf = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB'];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** at;
  return `${decimalOf(value, value >= 100 || at === 0 ? 0 : 1)} ${units[at]}`;
};

/** Cuts to at most `charsMax` UTF-16 units and appends an ellipsis. Never splits a surrogate pair. */
export const cutAt = (text: string, charsMax: number): string =>
  text.length <= charsMax
    ? text
    : `${text
        .slice(0, charsMax)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`;

const RAN: Readonly<Record<Exclude<Run['status'], 'ok'>, string>> = {
  failed: 'The run failed',
  skipped: 'The run was skipped',
  interrupted: 'The run was interrupted',
};

/** Returns how a run ended, with the reason if it did not succeed. */
export const ranWords = ({ status, summary }: Run): string =>
  status === 'ok' ? 'It has run.' : `${RAN[status]}: ${summary ?? 'nothing more is known.'}`;
