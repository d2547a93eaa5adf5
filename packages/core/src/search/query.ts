/**
 * A question, taken apart. Whatever a person or an agent types, only letters and digits come out of here, each term quoted,
 * so the raw text never reaches the index. [F-1]
 */
import { monthName, monthNumber } from './dates.ts';
import { pairsOf, unspacedRuns, withoutUnspacedRuns } from './scripts-without-spaces.ts';
import { isStopWord, smallWordsOf, withoutBetween } from './words/small-words.ts';
import { withoutIdioms } from './words/trade-words.ts';

/** A question with operators, read. [F-14] */
export type Expression =
  | { readonly kind: 'term'; readonly term: string }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Expression[] }
  | { readonly kind: 'without'; readonly wanted: Expression; readonly unwanted: Expression };

/** A ready FTS5 expression and what was made of the query; built by `search/plan` only. [F-1, F-5, F-9] */
export interface TextQuery {
  readonly match: string;
  readonly terms: readonly string[];
  /** How rare each term is: its idf, above 0 for all. Absent where nothing is weighed by it. */
  readonly worths?: readonly number[];
  /** bm25 of a memory of average length that holds every term once; `search/rank` divides by it. */
  readonly ideal: number;
  /** Null: rank all that match. Else, when more rows match than this, the newest are taken unranked. [F-9] */
  readonly rankedRowsMax: number | null;
  /** Words that begin with a term hold it too. [F-6] */
  readonly isOfBeginnings?: true;
  /** The expression in `match` takes the place of any or all of the terms. [F-14] */
  readonly expression?: Expression;
}

/** Terms of one question; more are cut off at the end. All are counted, and the rarest asked for. */
export const TERMS_MAX = 256;
/** Words by which texts are compared. */
const COMPARED_MAX = 32;
const LITERALS_MAX = 8;

export interface ParsedQuery {
  /**
   * Lower-case words without stop words (with them when nothing else is there), phrases as words with single spaces
   * between, pairs of characters for languages without word spaces. No term twice. Empty when the text has no letter or digit.
   */
  readonly terms: readonly string[];
  /** The text's pieces between white space, as typed, for a search by substring. [F-6] */
  readonly literals: readonly string[];
  /** As it was asked; undefined for words without a question. */
  readonly text?: string;
  /** F-14: asked for in place of any of the terms. */
  readonly expression?: Expression;
}

export const parseQuery = (text: string): ParsedQuery => {
  const plain = text.toWellFormed().replaceAll('\0', ' ');
  const folded = withoutIdioms(plain.normalize('NFKC').toLowerCase());
  const spaced = withoutUnspacedRuns(folded);
  const words = wordsOf(spaced.replaceAll(POSSESSIVE, ' '));
  const small = smallWordsOf(words);
  const telling = words.filter((word) => !small.has(word));
  const grams = gramTerms(withoutBetween(folded));
  const chosen = telling.length + grams.length > 0 ? telling : words;
  const terms = new Set([...datesOf(spaced), ...phrasesOf(spaced), ...chosen, ...grams]);
  return {
    text: plain,
    terms: [...terms].slice(0, TERMS_MAX),
    literals: [...new Set(plain.split(/\s+/).filter((piece) => piece !== ''))].slice(0, LITERALS_MAX),
  };
};

/**
 * The words by which two texts are compared: as `parseQuery`'s terms, without phrases and dates, each once, at most
 * 32.
 */
export const tellingWords = (text: string): readonly string[] => {
  const folded = text.toWellFormed().normalize('NFKC').toLowerCase();
  const words = wordsOf(withoutUnspacedRuns(folded).replaceAll(POSSESSIVE, ' '));
  const telling = new Set([...words.filter((word) => !isStopWord(word)), ...gramTerms(folded)]);
  return [...(telling.size > 0 ? telling : new Set(words))].slice(0, COMPARED_MAX);
};

/** The terms to look for in a text while somebody types: every word, the last one perhaps begun only, and pairs of characters. */
export const typedWords = (
  text: string,
): { readonly words: readonly string[]; readonly pairs: readonly string[] } => {
  const folded = text.toWellFormed().replaceAll('\0', ' ').normalize('NFKC').toLowerCase();
  return {
    words: [...new Set(wordsOf(withoutUnspacedRuns(folded)))].slice(0, COMPARED_MAX),
    pairs: [...new Set(gramTerms(folded))].slice(0, COMPARED_MAX),
  };
};

/** A word or phrase as it is asked for whole: its words as one piece, and the pairs of languages without word spaces. [F-14] */
export const wholeTerms = (text: string): readonly string[] => {
  const folded = text.toLowerCase();
  const phrase = wordsOf(withoutUnspacedRuns(folded).replaceAll(POSSESSIVE, ' ')).join(' ');
  return [...(phrase === '' ? [] : [phrase]), ...gramTerms(folded)];
};

/** One term as a full-text expression. Terms hold letters, digits, marks and spaces only; a quote is doubled all the same. */
export const quoteTerm = (term: string): string => `"${term.replaceAll('"', '""')}"`;

const POSSESSIVE = /['’]s(?![\p{L}\p{N}\p{M}])/gu;
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Words joined without a space: names of files, versions, ids, flags. */
const COMPOUND = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+(?:[-_./:@#+][\p{L}\p{N}\p{M}]+)+/gu;
const IN_QUOTES = /"([^"]{1,200})"|“([^“”]{1,200})”/gu;
const ISO_DATE = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const DAY_MONTH = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})(?![a-z])/g;
const MONTH_DAY = /(?<![a-z])([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?(?!\d)/g;
const PHRASE_WORDS_MAX = 12;

const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

const gramTerms = (folded: string): readonly string[] =>
  unspacedRuns(folded).flatMap((run) => (run.length === 1 ? run : pairsOf(run)));

export const quotedIn = (text: string): readonly string[] =>
  [...text.matchAll(IN_QUOTES)].map((match) => match[1] ?? match[2] ?? '');

/** F-7: a compound like `ZX-81-QUUX` and what stands in quotes are asked for as one piece too. */
const phrasesOf = (text: string): readonly string[] => {
  return [...quotedIn(text), ...(text.match(COMPOUND) ?? [])]
    .map(wordsOf)
    .filter((words) => words.length > 1 && words.length <= PHRASE_WORDS_MAX)
    .map((words) => words.join(' '));
};

/** Dates in the form in which `searchColumns` writes them. */
const datesOf = (text: string): readonly string[] => [
  ...[...text.matchAll(ISO_DATE)].map((match) => `${match[1]}${match[2]}${match[3]}`),
  ...[...text.matchAll(DAY_MONTH)].flatMap((match) => dayTerm(match[2] ?? '', match[1] ?? '')),
  ...[...text.matchAll(MONTH_DAY)].flatMap((match) => dayTerm(match[1] ?? '', match[2] ?? '')),
];

const dayTerm = (monthWord: string, day: string): readonly string[] => {
  const month = monthNumber(monthWord);
  return month === null ? [] : [`${monthName(month)}${Number(day)}`];
};
