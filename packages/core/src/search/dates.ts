/** Dates in questions and memories, in English, German, French, Spanish, Italian, Portuguese, Russian, Chinese and Japanese. [F-1] */
import { folded } from './fold.ts';

/** The words for each month, the English name first. Short forms that are English words ("set", "ago", "out") are left out. */
const MONTHS = `
january jan januar jänner janvier janv enero ene gennaio gen janeiro январь января янв
february feb februar février févr febrero febbraio fevereiro fev февраль февраля февр фев
march mar märz mär mrz mars marzo março март марта мар
april apr avril avr abril abr aprile апрель апреля апр
may mai mayo maggio maio май мая
june jun juni juin junio giugno giu junho июнь июня июн
july jul juli juillet juil julio luglio lug julho июль июля июл
august aug août agosto август августа авг
september sep sept septembre septiembre setiembre settembre setembro сентябрь сентября сент сен
october oct oktober okt octobre octubre ottobre ott outubro октябрь октября окт
november nov novembre noviembre novembro ноябрь ноября нояб ноя
december dec dezember dez décembre déc diciembre dic dicembre dezembro декабрь декабря дек`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

const NUMBERS: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((words, month) => words.map((word) => [folded(word), month] as const)),
);

/** Returns the month's English name, as it is indexed with each memory. `month` counts from 0. */
export const monthName = (month: number): string => MONTHS[month]?.[0] ?? '';

/** Returns the month's number from 0, also for a short form. Null when the word is no month. */
export const monthNumber = (word: string): number | null => NUMBERS.get(folded(word)) ?? null;

/** Returns a month's English name for a word in any of the languages. Empty when the word is no month. */
export const monthSpelling = (word: string): string => monthName(monthNumber(word) ?? -1);

/** Returns a day as the index writes it: `november21`. `month` counts from 0. */
export const dayTerm = (month: number, day: number): string => `${monthName(month)}${day}`;

/** Returns a date as the index writes it: `20261121`. `month` counts from 0. */
export const dateTerm = (year: number, month: number, day: number): string =>
  `${year}${String(month + 1).padStart(2, '0')}${String(day).padStart(2, '0')}`;

const ISO = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
/** 5.3.2026, 05/03/2026. */
const NUMBERED = /(?<![\d./])(\d{1,2})([./]) ?(\d{1,2})\2 ?(\d{4})(?!\.?\d|\/)/g;
/** 21 November, 21st of November, 21. November, 1er mars, 1º de maio (NFKC makes it "1o"), 21-го ноября. */
const DAY_MONTH =
  /(?<![\d.])(\d{1,2})(?:st|nd|rd|th|er|[.o°]|-?го)?(?: (?:of|de))? ?(?<!\d)(\p{L}{3,10})(?!\p{L})/gu;
const MONTH_DAY = /(?<!\p{L})(\p{L}{3,10}) (\d{1,2})(?:st|nd|rd|th)?(?!\d)/gu;
/** 2026年3月5日, 3月5号, 3月. */
const UNSPACED = /(?:(?<!\d)(\d{4}) ?年 ?)?(?<!\d)(\d{1,2}) ?月(?: ?(\d{1,2}) ?[日号號])?/gu;

/** Returns the dates in a lower-case question as the index writes them. `spaced`: the question without scripts that have no spaces. */
export const datesIn = (text: string, spaced: string): readonly string[] => [
  ...[...text.matchAll(ISO)].map(([, year, month, day]) =>
    dateTerm(Number(year), Number(month) - 1, Number(day)),
  ),
  ...[...text.matchAll(NUMBERED)].flatMap(([, one, sign, other, year]) => [
    ...numbered(year, other, one),
    // Only with slashes the month may stand first.
    ...(sign === '/' ? numbered(year, one, other) : []),
  ]),
  ...[...text.matchAll(UNSPACED)].flatMap(([, year, month, day]) => numbered(year, month, day)),
  ...[...spaced.matchAll(DAY_MONTH)].flatMap(([, day, month = '']) => named(month, day)),
  ...[...spaced.matchAll(MONTH_DAY)].flatMap(([, month = '', day]) => named(month, day)),
];

/** Replaces dates such as 3月5日 by spaces: their numbers are terms, their signs are in many texts. */
export const withoutUnspacedDates = (text: string): string => text.replaceAll(UNSPACED, ' ');

const numbered = (
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): readonly string[] => {
  const at = Number(month) - 1;
  if (monthName(at) === '' || Number(day) > 31) return [];
  if (day === undefined) return [monthName(at)];
  return [year === undefined ? dayTerm(at, Number(day)) : dateTerm(Number(year), at, Number(day))];
};

const named = (word: string, day: string | undefined): readonly string[] => {
  const month = monthNumber(word);
  return month === null ? [] : [dayTerm(month, Number(day))];
};
