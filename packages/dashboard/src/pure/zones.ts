/** Converts times to the local time of a zone. [PG-5, PG-18] */
import { DAY_MS, MINUTE_MS } from '@cairn/schema';

const formats = new Map<string, Intl.DateTimeFormat>();
/** An unknown zone counts as UTC, as in the daemon. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const make = (timeZone: string): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat('en', {
      ...{ timeZone, calendar: 'iso8601', hourCycle: 'h23', fractionalSecondDigits: 3 },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
  let made: Intl.DateTimeFormat;
  try {
    made = make(zone);
  } catch {
    made = make('UTC');
  }
  formats.set(zone, made);
  return made;
};

/** Returns the local time of the zone, as the milliseconds of a UTC clock that shows the same. */
const wallOf = (ms: number, zone: string): number => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
    part('fractionalSecond'),
  );
};

/**
 * Returns for example `2027-01-31T09:00`: the local time of the zone. If a time occurs twice, the second one carries its offset. Without
 * an offset the first is meant.
 */
export const wallText = (ms: number, zone: string): string => {
  const wall = wallOf(ms, zone);
  const text = new Date(wall)
    .toISOString()
    .replace(/Z$/, '')
    .replace(/\.000$/, '')
    .replace(/:00$/, '');
  const before = wall - (wallOf(ms - DAY_MS, zone) - (ms - DAY_MS));
  const isSecond = before < ms && wallOf(before, zone) === wall;
  return isSecond ? `${text}${offsetText(wall - ms)}` : text;
};

const offsetText = (offsetMs: number): string => {
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const two = (n: number): string => String(Math.floor(n)).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
};

/** Returns the moment at which a day (`2026-10-25`) begins in the browser's zone; null if it is no day. */
export const startOfDay = (day: string): Date | null => {
  const at = new Date(`${day}T00:00:00`);
  return Number.isNaN(at.getTime()) ? null : at;
};

/** Returns the moment at which the day ends. */
export const endOfDay = (day: string): Date | null => {
  const at = startOfDay(day);
  if (at === null) return null;
  // Not a fixed number of hours, because a day with a clock change has 23 or 25.
  at.setDate(at.getDate() + 1);
  return at;
};

/** Returns the last millisecond of a day; a text that is no day unchanged, so that the daemon says what is wrong with it. */
export const lastMomentOf = (day: string): string => {
  const end = endOfDay(day);
  return end === null ? day : new Date(end.getTime() - 1).toISOString();
};

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
