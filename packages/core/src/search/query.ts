/**
 * Parses a question to terms. Only letters and digits are kept, and each term is quoted, so the raw text never reaches the index.
 * [F-1]
 */
import { datesIn, withoutUnspacedDates } from './dates.ts';
import { formsOf } from './fold.ts';
import { pairsOf, unspacedRuns, withoutUnspacedRuns } from './scripts-without-spaces.ts';
import { isStopWord, smallWordsOf, withoutBetween } from './words/small-words.ts';
import { withoutIdioms } from './words/trade-words.ts';

/** A parsed question with operators. [F-14] */
export type Expression =
  | { readonly kind: 'term'; readonly term: string }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Expression[] }
  | { readonly kind: 'without'; readonly wanted: Expression; readonly unwanted: Expression };

/** An FTS5 expression and its terms, built only by `search/plan`. [F-1, F-5, F-9] */
export interface TextQuery {
  readonly match: string;
  readonly terms: readonly string[];
  /** The inverse document frequency of each term, always above 0. Absent when it is not used. */
  readonly worths?: readonly number[];
  /** The bm25 of a memory of average length that holds every term once; `search/rank` divides by it. */
  readonly ideal: number;
  /** Null: all matches are ranked. Else, when more rows match than this, the newest are taken unranked. [F-9] */
  readonly rankedRowsMax: number | null;
  /** The expression in `match`. It replaces a search for any or all of the terms. [F-14] */
  readonly expression?: Expression;
}

/** The most terms of one question; further ones are dropped. The rows of each are counted, and the rarest are searched for. */
export const TERMS_MAX = 256;
/** The most words by which texts are compared. */
const COMPARED_MAX = 32;
const LITERALS_MAX = 8;

export interface ParsedQuery {
  /**
   * Dates as the index writes them, phrases as words with single spaces, lower-case words without stop words (unless there are only
   * stop words), and pairs of characters for languages without spaces. Deduplicated. Empty for a text without letters and digits.
   */
  readonly terms: readonly string[];
  /** Pieces of the text between white space, as typed, for a substring search. [F-6] */
  readonly literals: readonly string[];
  /** The question as typed; undefined for words without a question. */
  readonly text?: string;
  /** F-14: replaces a search for any of the terms. */
  readonly expression?: Expression;
}

export const parseQuery = (text: string): ParsedQuery => {
  const plain = text.toWellFormed().replaceAll('\0', ' ');
  const folded = withoutIdioms(plain.normalize('NFKC').toLowerCase());
  const spaced = withoutUnspacedRuns(folded);
  const words = wordsOf(spaced.replaceAll(POSSESSIVE, ' '));
  const small = smallWordsOf(words);
  const telling = words.filter((word) => !small.has(word));
  const grams = gramTerms(withoutBetween(withoutUnspacedDates(folded)));
  const chosen = telling.length + grams.length > 0 ? telling : words;
  const terms = new Set([...datesIn(folded, spaced), ...phrasesOf(spaced), ...chosen, ...grams]);
  return {
    text: plain,
    terms: [...terms].slice(0, TERMS_MAX),
    literals: [...new Set(plain.split(/\s+/).filter((piece) => piece !== ''))].slice(0, LITERALS_MAX),
  };
};

/**
 * Returns the words by which two texts are compared: the terms of `parseQuery` without phrases and dates, deduplicated, at most 32.
 */
export const tellingWords = (text: string): readonly string[] => {
  const folded = text.toWellFormed().normalize('NFKC').toLowerCase();
  const words = wordsOf(withoutUnspacedRuns(folded).replaceAll(POSSESSIVE, ' '));
  const telling = new Set([...words.filter((word) => !isStopWord(word)), ...gramTerms(folded)]);
  return [...(telling.size > 0 ? telling : new Set(words))].slice(0, COMPARED_MAX);
};

/**
 * Returns the terms of a text that is still being typed: every word, of which the last may be incomplete, and pairs of characters.
 */
export const typedWords = (
  text: string,
): { readonly words: readonly string[]; readonly pairs: readonly string[] } => {
  const folded = text.toWellFormed().replaceAll('\0', ' ').normalize('NFKC').toLowerCase();
  return {
    words: [...new Set(wordsOf(withoutUnspacedRuns(folded)))].slice(0, COMPARED_MAX),
    pairs: [...new Set(gramTerms(folded))].slice(0, COMPARED_MAX),
  };
};

/** Returns a word or phrase as whole terms: its words as one phrase, and the pairs of languages without spaces. [F-14] */
export const wholeTerms = (text: string): readonly string[] => {
  const folded = text.toLowerCase();
  const phrase = wordsOf(withoutUnspacedRuns(folded).replaceAll(POSSESSIVE, ' ')).join(' ');
  return [...(phrase === '' ? [] : [phrase]), ...gramTerms(folded)];
};

/**
 * Quotes one term for a full-text expression. Terms hold letters, digits, marks and spaces only; a quote is doubled as a precaution.
 */
export const quoteTerm = (term: string): string => `"${term.replaceAll('"', '""')}"`;

/** Quotes a term for an expression that finds it in every form in which the index may have it. [F-1] */
export const quoteForms = (term: string): string => {
  const forms = formsOf(term).map(quoteTerm);
  return forms.length === 1 ? forms.join() : `(${forms.join(' OR ')})`;
};

const POSSESSIVE = /['’]s(?![\p{L}\p{N}\p{M}])/gu;
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Words joined without a space: file names, versions, ids, flags. */
const COMPOUND = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+(?:[-_./:@#+][\p{L}\p{N}\p{M}]+)+/gu;
const IN_QUOTES = /"([^"]{1,200})"|“([^“”]{1,200})”/gu;
const PHRASE_WORDS_MAX = 12;

const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

const gramTerms = (folded: string): readonly string[] =>
  unspacedRuns(folded).flatMap((run) => (run.length === 1 ? run : pairsOf(run)));

export const quotedIn = (text: string): readonly string[] =>
  [...text.matchAll(IN_QUOTES)].map((match) => match[1] ?? match[2] ?? '');

/** F-7: returns compounds such as `ZX-81-QUUX` and quoted texts as phrases. */
const phrasesOf = (text: string): readonly string[] => {
  return [...quotedIn(text), ...(text.match(COMPOUND) ?? [])]
    .map(wordsOf)
    .filter((words) => words.length > 1 && words.length <= PHRASE_WORDS_MAX)
    .map((words) => words.join(' '));
};
