/**
 * A memory's text as something that can be compared: its words in order, folded so that only what is said differently
 * differs. English words; of other languages only names and numbers are understood.
 */
import type { MemoryRow } from '../ports/store.ts';
import { isStopWord } from '../search/stop-words.ts';
import { FILLERS, FOLDED, NEGATIONS } from './review-words.ts';

export interface Token {
  /** Folded: lower case, forms of one word alike. */
  readonly word: string;
  /** As it stands in the text. */
  readonly raw: string;
  /** In the first place, where a capital tells nothing. */
  readonly isFirst: boolean;
}

export interface Statement {
  /** Without fillers and negations. */
  readonly tokens: readonly Token[];
  /** Words that say what it is about, each once; no stop words. */
  readonly telling: ReadonlySet<string>;
  readonly isNegated: boolean;
  /** Lower case with single spaces, for set phrases. */
  readonly plain: string;
}

export type Said = Pick<MemoryRow, 'content' | 'key'>;

/** A key with its value reads "key is value". */
export const textOf = ({ content, key }: Said): string =>
  key === null ? content : `${key.replaceAll(/[-_/]+/g, ' ')} is ${content}`;

export const statementOf = (said: Said): Statement => {
  const raws = textOf(said).normalize('NFKC').match(TOKEN) ?? [];
  const all = raws.map((raw, at) => ({ word: fold(raw), raw, isFirst: at === 0 }));
  const plain = all.map(({ raw }) => raw.toLowerCase()).join(' ');
  const tokens = all.filter(({ word }) => !FILLERS.has(word) && !NEGATIONS.has(word));
  return {
    tokens,
    telling: new Set(tokens.map(({ word }) => word).filter(isTelling)),
    isNegated: all.some(({ word }) => NEGATIONS.has(word)) || /\bno longer\b/.test(plain),
    plain,
  };
};

/** Letters and digits, joined by what joins names, versions, dates and addresses. */
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:[-_./:@+'’][\p{L}\p{N}\p{M}]+)*/gu;

const fold = (raw: string): string => {
  const word = raw.toLowerCase().replaceAll('’', "'").replace(/'s$/, '');
  return FOLDED.get(word) ?? (/^[a-z]{4,}[^s]s$/.test(word) ? word.slice(0, -1) : word);
};

export const isTelling = (word: string): boolean => word !== 'be' && !isStopWord(word);

export const hasDigit = (word: string): boolean => /\p{N}/u.test(word);
