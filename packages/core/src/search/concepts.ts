/**
 * Converts a question to concepts: each word with the words that may replace it in a memory. Also finds the words of
 * standing wishes that apply to the request. [F-17, F-18, CX-13]
 */
import { monthSpelling } from './dates.ts';
import { umlautSpelling } from './fold.ts';
import type { ParsedQuery } from './query.ts';
import { governingWords } from './words/deeds.ts';
import { numberSpellings, timeSpellings } from './words/numbers.ts';
import { tradeWords } from './words/trade-words.ts';

/** A word, a phrase or a pair of characters. Each related term in `others` counts as `share` of it. */
export interface Concept {
  readonly term: string;
  /** Weight of the word relative to other words of the same rarity, from 0 to 1. */
  readonly telling: number;
  /** Whether it is capitalised in a question whose words mostly are not. A memory without the name is rarely an answer. */
  readonly isName: boolean;
  /** `isSure`: true for another spelling and for a word of the same trade. */
  readonly others: readonly { readonly term: string; readonly share: number; readonly isSure: boolean }[];
}

const SHARES = { spelling: 1, trade: 0.7, related: 0.6 } as const;
/** The most related terms of one word. */
const OTHERS_MAX = 24;

export type Concepts = ReturnType<typeof conceptsOf>;
export type RelatedWords = (word: string) => readonly string[];

/** Returns the concepts of a question. `related` null: its words get no related terms and no other spellings. */
export const conceptsOf = (text: string, { terms }: ParsedQuery, related: RelatedWords | null) => {
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
  const typed = folded.match(WORD) ?? [];
  return {
    asked: [...times, ...words],
    /** Words of standing wishes that apply to the request. */
    governing: governingWords(folded, typed),
    /** Whether every typed word is a search term, as in a list of keywords. */
    isKeywords: typed.length === terms.length,
  };
};

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns the capitalised words after the first word, in lower case. Returns none when most words are capitalised, as in titles. */
const namesIn = (text: string): ReadonlySet<string> => {
  const [, ...others] = text.match(WORD) ?? [];
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
  add(
    [monthSpelling(term)].filter((name) => name !== ''),
    SHARES.spelling,
  );
  add(tradeWords(term), SHARES.trade);
  const near = related(term);
  // A word with related words is English: "poets" is no other spelling of "pöts".
  if (near.length === 0) add([umlautSpelling(term)], SHARES.spelling);
  add(near, SHARES.related);
  return [...shares]
    .slice(0, OTHERS_MAX)
    .map(([other, share]) => ({ term: other, share, isSure: share > SHARES.related }));
};

/** General verbs and nouns, which any question and any memory may contain. [F-17] */
const GENERIC = new Set(
  `use uses used using like likes liked run runs running work works worked working do does done make makes made making need needs needed want wants
   get gets got go goes going come comes take takes taken give gives given put puts set sets tell tells say says said show shows know knows known think
   look looks looking find finds help please let lets keep keeps thing things way ways something anything somebody anybody someone kind sort stuff lot many much
   really right good great well new old big small long next last first same every currently current now today should again also start stop mean means
   call called name named happen happens happened add change try ask asked where list whose
   one ones far away tall deep high low yes sure fine thanks thank word words time times day days part place people person exactly actually maybe probably
   sounds seems feel other another else instead wait sorry hello nice cool awesome perfect correct wrong okay write answer question
   seit jahr peut chose día    benutzen benutzt verwenden verwendet nutzen machen macht mache gehen geht heißt heißen finden finde läuft laufen brauchen zeigen nehmen nehmt steht gut neu
   utiliser utilise faire fait mettre aller trouver s'appelle appelle appelles nom lancer usar usa usar hacer hace llama llego tener tiene poner`
    .trim()
    .split(/\s+/),
);

/** Weight of a general word relative to other words of the same rarity. */
const GENERIC_SHARE = 0.3;

const isGeneric = (term: string): boolean => GENERIC.has(term);

const tellingShare = (term: string): number => (isGeneric(term) ? GENERIC_SHARE : 1);
