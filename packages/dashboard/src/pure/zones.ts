/** Times as the clocks on the wall of a zone show them. [PG-5, PG-18] */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** A zone that this browser does not know is UTC, as the daemon has it. */
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

/** The time on the clocks of the zone, as milliseconds of a clock in UTC that shows the same. */
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

const offsetOf = (ms: number, zone: string): number => wallOf(ms, zone) - ms;

/**
 * `2027-01-31T09:00`, as its writer means it in the zone. When the clocks show a time twice, the second one carries its
 * offset: without one the first is meant.
 */
export const wallText = (ms: number, zone: string): string => {
  const wall = wallOf(ms, zone);
  const text = new Date(wall)
    .toISOString()
    .replace(/Z$/, '')
    .replace(/\.000$/, '')
    .replace(/:00$/, '');
  const before = wall - offsetOf(ms - DAY_MS, zone);
  const isSecond = before < ms && wallOf(before, zone) === wall;
  return isSecond ? `${text}${offsetText(wall - ms)}` : text;
};

const offsetText = (offsetMs: number): string => {
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const two = (n: number): string => String(Math.floor(n)).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
};

/** The moment at which this day (`2026-10-25`) begins by the clocks around the browser; null: it is no day. */
export const startOfDay = (day: string): Date | null => {
  const at = new Date(`${day}T00:00:00`);
  return Number.isNaN(at.getTime()) ? null : at;
};

/** The moment at which it is over. */
export const endOfDay = (day: string): Date | null => {
  const at = startOfDay(day);
  if (at === null) return null;
  // Not so many hours later: a day on which clocks change has 23 or 25 of them.
  at.setDate(at.getDate() + 1);
  return at;
};

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
