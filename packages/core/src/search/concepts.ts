/**
 * A question as what it asks about: each telling word with the words that may stand for it in a memory, and the words of standing
 * wishes that govern what it asks for. [F-17, F-18, CX-13]
 */
import type { ParsedQuery } from './query.ts';
import { governingWords } from './words/deeds.ts';
import { numberSpellings, timeSpellings } from './words/numbers.ts';
import { isGeneric, tellingShare } from './words/telling.ts';
import { tradeWords } from './words/trade-words.ts';

/** A word, a phrase or a pair of characters, and what counts as `share` of it. */
export interface Concept {
  readonly term: string;
  /** From 0 to 1: how much it tells beside other words of its rarity. */
  readonly telling: number;
  /** Written with a capital inside of a question of small letters: what knows nothing of it hardly answers. */
  readonly isName: boolean;
  /** `isSure`: another spelling, or a word of the same trade. */
  readonly others: readonly { readonly term: string; readonly share: number; readonly isSure: boolean }[];
}

export interface Concepts {
  readonly asked: readonly Concept[];
  readonly governing: readonly string[];
}

const SHARES = { spelling: 1, trade: 0.7, related: 0.6 } as const;
/** So many other words of one are asked for. */
const OTHERS_MAX = 24;

export type RelatedWords = (word: string) => readonly string[];

/** `related`: null leaves out what may stand for a word. */
export const conceptsOf = (text: string, { terms }: ParsedQuery, related: RelatedWords | null): Concepts => {
  const folded = text.normalize('NFKC').toLowerCase();
  const times = timeSpellings(folded).map(
    (spellings): Concept => ({
      term: spellings[0] ?? '',
      telling: 1,
      isName: false,
      others: spellings.slice(1).map((term) => ({ term, share: SHARES.spelling, isSure: true })),
    }),
  );
  const names = namesIn(text);
  const words = terms.map(
    (term): Concept => ({
      term,
      telling: tellingShare(term),
      isName: names.has(term),
      others: othersOf(term, related),
    }),
  );
  return { asked: [...times, ...words], governing: governingWords(folded, folded.match(WORD) ?? []) };
};

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** None where many words have a capital, as nouns have in German. */
const namesIn = (text: string): ReadonlySet<string> => {
  const [, ...others] = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const names = others.filter((word) => /^\p{Lu}\p{Ll}/u.test(word));
  return new Set(names.length > others.length / 2 ? [] : names.map((name) => name.toLowerCase()));
};

const othersOf = (term: string, related: RelatedWords | null): Concept['others'] => {
  if (related === null) return [];
  const shares = new Map<string, number>();
  const add = (others: readonly string[], share: number): void => {
    for (const other of others)
      if (other !== term && !isGeneric(other) && !shares.has(other)) shares.set(other, share);
  };
  add(numberSpellings(term), SHARES.spelling);
  add(tradeWords(term), SHARES.trade);
  add(related(term), SHARES.related);
  return [...shares]
    .slice(0, OTHERS_MAX)
    .map(([other, share]) => ({ term: other, share, isSure: share > SHARES.related }));
};
