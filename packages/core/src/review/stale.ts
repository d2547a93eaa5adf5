/** Finds when a text becomes stale, from its dates and its words for time. Only clear phrases count. */
import { DAY_MS, type StaleReason } from '@cairn/schema';
import { monthNumber } from '../search/dates.ts';
import { BEFORE_DATE, DUE_UNSPACED, ENDS_ELSEWHERE, SPANS_ELSEWHERE } from './stale-words.ts';

export interface Staleness {
  /** Unix time, milliseconds. */
  readonly at: number;
  readonly reason: Exclude<StaleReason, 'unused'>;
}

/** Returns when the text becomes stale; null when nothing in it says so. `createdAt`: Unix time of the text, in milliseconds. */
export const stalenessOf = (content: string, createdAt: number): Staleness | null => {
  const text = content.normalize('NFKC').toLowerCase();
  const found = [...dueDates(text, createdAt), ...spans(text, createdAt)].sort((a, b) => a.at - b.at);
  return found[0] ?? null;
};

/** Matches words that make the date after them a due date, with small words such as "the" before that date. */
const END =
  /\b(?:until|till|deadline(?: is| was|:)?|due(?: date)?(?: is|:)?|valid (?:to|through|until)|expires?(?: on)?|ends?(?: on)?|by|before|launch(?:es)?(?: is)?(?: on)?|scheduled for|planned for|happens on)\s+(?:the |on |is |end of )*/g;
/** The same in other languages. */
const END_ELSEWHERE = new RegExp(
  `(?<![\\p{L}])(?:${ENDS_ELSEWHERE.join('|')})[ :]{1,2}${BEFORE_DATE}{0,3}(?=\\d)`,
  'gu',
);
const ISO = /^(\d{4})-(\d{2})-(\d{2})/;
const MONTH_DAY = /^([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?\b/;
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})(?:,? (\d{4}))?\b/;
/** "3. Oktober 2026", "1er mars", "3 de octubre de 2026". */
const DAY_MONTH_ELSEWHERE =
  /^(\d{1,2})(?:\.|er|º)? (?:de )?([\p{L}]{3,10})(?:(?: de)? (\d{4}))?(?![\p{L}\d])/u;
/** "31.12.2026", "31/12/2026": the day first, as all these languages write it. */
const NUMBERS = /^(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/;

/** Returns the due dates in a text. A date before the day of `createdAt` is skipped, because it records an event. */
const dueDates = (text: string, createdAt: number): readonly Staleness[] =>
  [
    ...daysAfter(END, dayOf, text, createdAt),
    ...daysAfter(END_ELSEWHERE, dayElsewhere, text, createdAt),
    ...DUE_UNSPACED.flatMap((due) =>
      [...text.matchAll(due)].map(([, year, month = '', day]) =>
        numbered(year, Number(month) - 1, day, createdAt),
      ),
    ),
  ].flatMap((day) =>
    day === null || day < createdAt - DAY_MS ? [] : [{ at: day + DAY_MS, reason: 'date_passed' as const }],
  );

type ReadDay = (text: string, createdAt: number) => number | null;

const daysAfter = (end: RegExp, read: ReadDay, text: string, createdAt: number): readonly (number | null)[] =>
  [...text.matchAll(end)].map((match) => read(text.slice(match.index + match[0].length), createdAt));

const dayElsewhere: ReadDay = (text, createdAt) => {
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) return utc(Number(numbers[3]), Number(numbers[2]) - 1, Number(numbers[1]));
  const [, day, word = '', year] = DAY_MONTH_ELSEWHERE.exec(text) ?? [];
  const month = monthNumber(word);
  if (month !== null) return numbered(year, month, day, createdAt);
  const iso = ISO.exec(text);
  return iso === null ? null : utc(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
};

const dayOf = (text: string, createdAt: number): number | null => {
  const iso = ISO.exec(text);
  if (iso !== null) return utc(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const american = MONTH_DAY.exec(text);
  if (american !== null) return named(american[1], american[2], american[3], createdAt);
  const european = DAY_MONTH.exec(text);
  return european === null ? null : named(european[2], european[1], european[3], createdAt);
};

/** Returns the start of a named day in UTC. Without a year, it is the next such day, or the day of `createdAt`. */
const named = (
  monthWord: string | undefined,
  day: string | undefined,
  year: string | undefined,
  createdAt: number,
): number | null => {
  const month = monthNumber(monthWord ?? '');
  return month === null ? null : numbered(year, month, day, createdAt);
};

/** `month` counts from 0. */
const numbered = (
  year: string | undefined,
  month: number,
  day: string | undefined,
  createdAt: number,
): number | null => {
  if (year !== undefined) return utc(Number(year), month, Number(day));
  const written = new Date(createdAt).getUTCFullYear();
  const same = utc(written, month, Number(day));
  return same === null || same >= createdAt - DAY_MS ? same : utc(written + 1, month, Number(day));
};

/** Returns the start of a date in UTC; null for a date that does not exist. */
const utc = (year: number, month: number, day: number): number | null => {
  const ms = Date.UTC(year, month, day);
  const made = new Date(ms);
  return Number.isNaN(ms) || made.getUTCMonth() !== month || made.getUTCDate() !== day ? null : ms;
};

/** English phrases for periods, each with the number of days from `createdAt` until the period is over. */
const SPANS_ENGLISH: readonly (readonly [RegExp, number])[] = [
  [/\b(?:(?<!from )today|tonight|this (?:morning|afternoon|evening)|right now)\b/, 2],
  [/\btomorrow\b/, 3],
  [/\b(?:this|the current) (?:week|sprint|weekend)\b/, 8],
  [/\bnext (?:week|sprint|weekend)\b/, 15],
  [/\b(?:this|the current) month\b/, 32],
  [/\bnext month\b/, 63],
  [/\b(?:this|the current) quarter\b/, 93],
  [/\bnext quarter\b/, 185],
  [/\bthis year\b/, 367],
  [/\bnext year\b/, 732],
  [/\b(?:temporarily|for the time being|for now|at the moment|until further notice)\b/, 90],
];

const SPANS = [
  ...SPANS_ENGLISH,
  ...SPANS_ELSEWHERE.map(
    ([days, spaced, unspaced]) =>
      [new RegExp(`(?<![\\p{L}])(?:${spaced})(?![\\p{L}])|${unspaced}`, 'u'), days] as const,
  ),
];

const spans = (text: string, createdAt: number): readonly Staleness[] =>
  SPANS.flatMap(([words, days]) =>
    words.test(text) ? [{ at: createdAt + days * DAY_MS, reason: 'span_over' as const }] : [],
  );
