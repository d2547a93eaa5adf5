/**
 * Describes common cron expressions in words. Gives null for all others, because wrong words are worse than none. The next runs show
 * what those mean. [SC-1]
 */

/** The values that a field allows: any, every n-th from the first, or a sorted list. */
type Field =
  | { readonly kind: 'any' }
  | { readonly kind: 'step'; readonly by: number }
  | { readonly kind: 'values'; readonly values: readonly number[] };

interface FieldSpec {
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
/** From Monday, which is 1 in cron. Sunday is 0 and 7. */
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

const SPECS = {
  minute: { min: 0, max: 59, names: [] },
  hour: { min: 0, max: 23, names: [] },
  date: { min: 1, max: 31, names: [] },
  month: { min: 1, max: 12, names: MONTHS },
  weekday: { min: 0, max: 7, names: DAYS },
} as const satisfies Readonly<Record<string, FieldSpec>>;

const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/** The most times of a day that are listed one by one. */
const TIMES_NAMED = 4;
const HOURS_OF_DAY = 24;
const MINUTES_OF_HOUR = 60;

/** Returns the words: `30 9 * * 1-5` gives "at 09:30, Monday to Friday". */
export const cronWords = (expression: string): string | null => {
  const parts = (NICKNAMES.get(expression.trim().toLowerCase()) ?? expression.trim()).split(/\s+/);
  // The first of six fields is for seconds. Only a 0 needs no words.
  if (parts.length === 6 && parts.shift() !== '0') return null;
  if (parts.length !== 5) return null;
  const [minute, hour, date, month, weekday] = [
    readField(parts[0], SPECS.minute),
    readField(parts[1], SPECS.hour),
    readField(parts[2], SPECS.date),
    readField(parts[3], SPECS.month),
    readField(parts[4], SPECS.weekday),
  ];
  if (minute === null || hour === null) return null;
  const times = timesOf(minute, hour);
  const days = daysOf(date, month, weekday);
  if (times === null || days === null) return null;
  if (days !== '') return `${times}, ${days}`;
  return times.startsWith('at ') ? `${times} every day` : times;
};

const readField = (text = '', spec: FieldSpec): Field | null => {
  if (text === '*') return { kind: 'any' };
  const step = /^\*\/(\d{1,2})$/.exec(text);
  if (step !== null) {
    const by = Number(step[1]);
    if (by < 1) return null;
    // With `*/1` as date or weekday, cron runs on every day, whatever the other field says.
    const isDay = spec === SPECS.date || spec === SPECS.weekday;
    return by === 1 && !isDay ? { kind: 'any' } : { kind: 'step', by };
  }
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const range = readRange(part, spec);
    if (range === null) return null;
    for (let value = range.from; value <= range.to; value += range.by)
      values.add(spec.names === DAYS && value === 0 ? 7 : value);
  }
  return { kind: 'values', values: [...values].sort((a, b) => a - b) };
};

const readRange = (
  text: string,
  spec: FieldSpec,
): { readonly from: number; readonly to: number; readonly by: number } | null => {
  const match = /^(\w+)(?:-(\w+)(?:\/(\d{1,2}))?)?$/.exec(text);
  if (match === null) return null;
  const [, first = '', last = first, by = '1'] = match;
  const [from, to] = [readValue(first, spec), readValue(last, spec)];
  return from === null || to === null || from > to || Number(by) < 1 ? null : { from, to, by: Number(by) };
};

const readValue = (text: string, { min, max, names }: FieldSpec): number | null => {
  const named = names.findIndex((name) => name.slice(0, 3).toLowerCase() === text.toLowerCase());
  const value = named >= 0 ? named + 1 : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
};

const timesOf = (minute: Field, hour: Field): string | null => {
  if (minute.kind !== 'values') {
    const often = oftenOf(minute, 'minute', MINUTES_OF_HOUR);
    if (often === null || hour.kind === 'step') return null;
    if (hour.kind === 'any') return often;
    const span = spanOf(hour.values);
    return span === null ? null : `${often} from ${clock(span.from, 0)} to ${clock(span.to, 59)}`;
  }
  const { values: minutes } = minute;
  if (hour.kind !== 'values') {
    const often = oftenOf(hour, 'hour', HOURS_OF_DAY);
    if (often === null) return null;
    const isWhole = minutes.length === 1 && minutes[0] === 0;
    return isWhole ? often : `${often}, at minute ${listOf(minutes.map(String))}`;
  }
  const span = spanOf(hour.values);
  const [only] = minutes;
  if (hour.values.length * minutes.length <= TIMES_NAMED)
    return `at ${listOf(hour.values.flatMap((h) => minutes.map((m) => clock(h, m))))}`;
  if (span === null || only === undefined || minutes.length > 1) return null;
  return `every hour from ${clock(span.from, only)} to ${clock(span.to, only)}`;
};

/** Returns "every n hours". Null when the step does not divide the whole, because then one step is shorter. */
const oftenOf = (field: Exclude<Field, { kind: 'values' }>, unit: string, whole: number): string | null => {
  if (field.kind === 'any') return `every ${unit}`;
  return whole % field.by === 0 ? `every ${field.by} ${unit}s` : null;
};

/** Returns the days in words; empty for every day. Cron runs when date or weekday matches. */
const daysOf = (date: Field | null, month: Field | null, weekday: Field | null): string | null => {
  const [dates, months, weekdays] = [valuesOf(date), valuesOf(month), valuesOf(weekday)];
  if (dates === null || months === null || weekdays === null) return null;
  const inMonths = namesOf(months, MONTHS);
  const onDates = dates.length === 0 ? '' : `on the ${listOf(dates.map(ordinal))}`;
  const onWeekdays = weekdays.length === 0 ? '' : weekdayWords(weekdays);
  if (onDates === '') return joined(onWeekdays, inMonths === '' ? '' : `in ${inMonths}`);
  const ofMonths = inMonths === '' ? 'of every month' : `of ${inMonths}`;
  if (onWeekdays === '') return `${onDates} ${ofMonths}`;
  // With months it would be unclear whether the months limit both.
  return inMonths === '' ? `${onDates} ${ofMonths}, and ${onWeekdays}` : null;
};

/** Returns the listed values; empty for any. */
const valuesOf = (field: Field | null): readonly number[] | null => {
  if (field === null || field.kind === 'step') return null;
  return field.kind === 'any' ? [] : field.values;
};

const weekdayWords = (days: readonly number[]): string => {
  const words = namesOf(days, DAYS);
  return days.length > 2 && spanOf(days) !== null ? words : `every ${words}`;
};

/** Returns names such as "June to August" or "January and July". */
const namesOf = (values: readonly number[], names: readonly string[]): string => {
  const span = values.length > 2 ? spanOf(values) : null;
  const nameOf = (value: number): string => names[value - 1] ?? '';
  return span === null ? listOf(values.map(nameOf)) : `${nameOf(span.from)} to ${nameOf(span.to)}`;
};

/** Returns first and last value. Null when a value between them is missing. */
const spanOf = (values: readonly number[]): { readonly from: number; readonly to: number } | null => {
  const [from, to] = [values[0], values.at(-1)];
  return from === undefined || to === undefined || to - from !== values.length - 1 ? null : { from, to };
};

const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const joined = (...words: readonly string[]): string => words.filter((word) => word !== '').join(' ');

const clock = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

const ordinal = (day: number): string => {
  const isTeen = day > 10 && day < 14;
  const ends = isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[day % 10];
  return `${day}${ends ?? 'th'}`;
};
