/**
 * How much of what a question asks for a memory holds, from 0 to 1. Other than bm25 it knows how much a word tells, counts a near word for
 * a part of the word, is above 0 in a store of one memory, and says "nothing" of what holds none of the rare words. [F-17]
 */
import type { Concept, Concepts } from './concepts.ts';
import { isUnspaced } from './scripts-without-spaces.ts';
import { placeOfStem, stemOf } from './stems.ts';
import { isStanding } from './words/deeds.ts';

/** Rows that hold a term; 0 for one that stands nowhere. */
export type RowsOf = (term: string) => number;

export interface Relevance {
  /** `byBm25`: the score of the text by bm25, from 0 to 1; without it, the share alone. */
  of(text: string, byBm25?: number): number;
  /** Whether it holds every word of the question itself. */
  isWhole(text: string): boolean;
}

/** A question of common words only asks for less than this, so that holding them all is little. */
const WHOLE_MIN = 3;
/** The same of several such words: "yes please do it" asks for nothing. */
const WHOLE_OF_VAGUE = 15;
/** The weight of the rarest words. */
const IDF_MAX = 5;
/** The weight of a word that stands nowhere, in no form, and of a name. */
const MISSING = 0.6;
const MISSING_NAME = 1.5;
/** Factor for a text that only holds words that may stand for the question's. */
const UNSURE = 0.7;
/** Factor for a text that holds none of the question's telling words: "how old is the universe?" and "the old poster". Likewise for any text when a sentence has no telling word: "no, the other one". */
const GENERIC_ONLY = 0.3;
/** The rest of a score is bm25's, which knows how often and how long. */
const RELEVANCE_SHARE = 0.7;
/** The least score of a standing wish that governs the question; shared words add to it. */
const GOVERNS = 0.7;

interface Part {
  readonly weight: number;
  readonly isTelling: boolean;
  readonly terms: readonly {
    readonly holds: (text: Words) => boolean;
    readonly worth: number;
    readonly isOwn: boolean;
  }[];
}

export const relevanceOf = (
  { asked, governing, isKeywords }: Concepts,
  rowsOf: RowsOf,
  size: number,
): Relevance => {
  const parts = asked.map((concept) => partOf(concept, rowsOf, size));
  const hasTelling = asked.some(({ telling }) => telling === 1);
  const isVague = asked.length > 1 && asked.every(({ telling }) => telling < 1);
  const whole = Math.max(sumOf(parts), isVague ? WHOLE_OF_VAGUE : WHOLE_MIN);
  const governs = governing.filter((term) => rowsOf(term) > 0).map(holderOf);
  const own = asked.map(({ term }) => holderOf(term));
  return {
    isWhole: (text) => {
      const words = wordsIn(text);
      return own.every((holds) => holds(words));
    },
    of: (text, byBm25) => {
      const words = wordsIn(text);
      let sum = 0;
      let isSaid = false;
      let isTold = !hasTelling && isKeywords;
      for (const { terms, isTelling } of parts) {
        // The worth falls from one to the next.
        for (const { holds, worth, isOwn } of terms) {
          if (!holds(words)) continue;
          sum += worth;
          isSaid ||= isOwn;
          isTold ||= isTelling;
          break;
        }
      }
      const held = Math.min(1, whole === 0 ? 0 : sum / whole) * (isSaid ? 1 : UNSURE);
      const isWished = isStanding(text) && governs.some((holds) => holds(words));
      const share = isWished ? Math.min(1, GOVERNS + (1 - GOVERNS) * held) : held;
      const score = byBm25 === undefined ? share : RELEVANCE_SHARE * share + (1 - RELEVANCE_SHARE) * byBm25;
      return isTold || isWished ? score : GENERIC_ONLY * score;
    },
  };
};

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { weight }) => sum + weight, 0);

const partOf = ({ term, telling, isName, others }: Concept, rowsOf: RowsOf, size: number): Part => {
  const own = telling * idf(rowsOf(term), size);
  const isMissing = rowsOf(term) === 0 && !others.some((other) => rowsOf(other.term) > 0);
  const terms = [
    { holds: holderOf(term), worth: own, isOwn: true },
    ...others
      .filter((other) => rowsOf(other.term) > 0)
      .map((other) => ({
        holds: holderOf(other.term),
        isOwn: other.isSure,
        worth: other.share * telling * Math.min(idf(rowsOf(term), size), idf(rowsOf(other.term), size)),
      })),
  ];
  return {
    weight: isMissing ? own * (isName ? MISSING_NAME : MISSING) : own,
    isTelling: telling === 1,
    terms: terms.sort((a, b) => b.worth - a.worth),
  };
};

/**
 * Above 0 for every word, however common. A word of one memory counts `IDF_MAX` in a store of any size: a score says the same of 60
 * memories and of 600, and a word that stands nowhere is not rarer than one that does.
 */
const idf = (rows: number, size: number): number =>
  IDF_MAX * Math.min(1, rawIdf(rows, size) / Math.min(IDF_MAX, rawIdf(1, size)));

const rawIdf = (rows: number, size: number): number =>
  Math.log(1 + (Math.max(0, size - rows) + 0.5) / (rows + 0.5));

interface Words {
  readonly folded: string;
  /** Words with single spaces between and around. */
  readonly spaced: () => string;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const wordsIn = (text: string): Words => {
  const folded = text.normalize('NFKC').toLowerCase();
  let spaced: string | undefined;
  return { folded, spaced: () => (spaced ??= ` ${(folded.match(WORD) ?? []).join(' ')} `) };
};

const holderOf = (term: string): ((words: Words) => boolean) => {
  if (isUnspaced(term)) return ({ folded }) => folded.includes(term);
  if (term.includes(' ')) {
    const phrase = ` ${term} `;
    return ({ spaced }) => spaced().includes(phrase);
  }
  const stem = stemOf(term);
  return ({ folded }) => placeOfStem(folded, stem) >= 0;
};
