/** Dates in questions and memories, in English, German, French, Spanish, Italian, Portuguese, Russian, Chinese and Japanese. [F-1] */
import { folded } from './fold.ts';

/** The words for each month, the English name first and short forms last. Short forms that are English words ("set", "ago", "out") are left out. */
const MONTHS = `
january januar jänner janvier enero gennaio janeiro январь января | jan janv ene gen янв
february februar février febrero febbraio fevereiro февраль февраля | feb févr fev февр фев
march märz mars marzo março март марта | mar mär mrz мар
april avril abril aprile апрель апреля | apr avr abr апр
may mai mayo maggio maio май мая |
june juni juin junio giugno junho июнь июня | jun giu июн
july juli juillet julio luglio julho июль июля | jul juil lug июл
august août agosto август августа | aug авг
september septembre septiembre setiembre settembre setembro сентябрь сентября | sep sept сент сен
october oktober octobre octubre ottobre outubro октябрь октября | oct okt ott окт
november novembre noviembre novembro ноябрь ноября | nov нояб ноя
december dezember décembre diciembre dicembre dezembro декабрь декабря | dec dez déc dic дек`
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((words) => words.trim().split(' ')));

const numbersOf = (lines: readonly (readonly string[])[]): ReadonlyMap<string, number> =>
  new Map(lines.flatMap((words, month) => words.map((word) => [folded(word), month] as const)));

const NAMES = numbersOf(MONTHS.map(([names = []]) => names));
const NUMBERS = numbersOf(MONTHS.map((line) => line.flat()));

/** Returns the month's English name, as it is indexed with each memory. `month` counts from 0. */
export const monthName = (month: number): string => MONTHS[month]?.[0]?.[0] ?? '';

/** Returns the month's number from 0, also for a short form. Null when the word is no month. */
export const monthNumber = (word: string): number | null => NUMBERS.get(folded(word)) ?? null;

/** Returns the month's English name for its name in any of the languages. Empty for others and short forms: "Jan" may be a person. */
export const monthSpelling = (word: string): string => monthName(NAMES.get(folded(word)) ?? -1);

/** Returns a day as the index writes it: `november21`. `month` counts from 0. */
export const dayTerm = (month: number, day: number): string => `${monthName(month)}${day}`;

/** Returns a date as the index writes it: `20261121`. `month` counts from 0. */
export const dateTerm = (year: number, month: number, day: number): string =>
  `${year}${String(month + 1).padStart(2, '0')}${String(day).padStart(2, '0')}`;

const DAY_TERM = new RegExp(
  `^(?:(?:${MONTHS.map((_, month) => monthName(month)).join('|')})\\d{1,2}|\\d{8})$`,
);

/** Whether a term is a day, as `dayTerm` and `dateTerm` write it. */
export const isDayTerm = (term: string): boolean => DAY_TERM.test(term);

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
