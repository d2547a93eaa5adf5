/**
 * Scores from 0 to 1 how much of a question a memory holds. Unlike bm25, the score weighs how much a word tells, and counts a related
 * word in part. It also works in a store of one memory, and is nearly 0 for a memory without the rare words. [F-17]
 */
import type { Concept, Concepts } from './concepts.ts';
import { folded } from './fold.ts';
import { indexTermsOf, isUnspaced } from './scripts-without-spaces.ts';
import { placeOfStem, stemOf } from './stems.ts';
import { isStanding } from './words/deeds.ts';

/** Returns how many rows hold a term; 0 for none. */
export type RowsOf = (term: string) => number;

/**
 * The least total weight of a question. Common words alone weigh less than this, so a memory that holds all of them scores little.
 */
const WHOLE_MIN = 3;
/** The same for a question of several general words, such as "yes please do it". */
const WHOLE_OF_VAGUE = 15;
/** The weight of the rarest words. */
const IDF_MAX = 5;
/** The weights of a word and of a name that no memory holds in any form. */
const MISSING = 0.6;
const MISSING_NAME = 1.5;
/** Factor for a text that holds only related words. */
const UNSURE = 0.7;
/**
 * Factor for a text that holds no telling word of the question: "how old is the universe?" and "the old poster". It also applies to any
 * text when a sentence has no telling word: "no, the other one".
 */
const GENERIC_ONLY = 0.3;
/** The share of relevance in the score. The rest is bm25, which knows counts and lengths. */
const RELEVANCE_SHARE = 0.7;
/** The least score of a standing wish that applies to the request; shared words add to it. */
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

export type Relevance = ReturnType<typeof relevanceOf>;

export const relevanceOf = ({ asked, governing, isKeywords }: Concepts, rowsOf: RowsOf, size: number) => {
  const parts = asked.map((concept) => partOf(concept, rowsOf, size));
  const hasTelling = asked.some(({ telling }) => telling === 1);
  const isVague = asked.length > 1 && asked.every(({ telling }) => telling < 1);
  const whole = Math.max(sumOf(parts), isVague ? WHOLE_OF_VAGUE : WHOLE_MIN);
  const governs = governing
    .filter((word) => indexTermsOf(word).every((term) => rowsOf(term) > 0))
    .map(holderOf);
  const own = asked.map(({ term }) => holderOf(term));
  return {
    /** Whether the text holds every word of the question itself. */
    isWhole: (text: string): boolean => {
      const words = wordsIn(text);
      return own.every((holds) => holds(words));
    },
    /** `byBm25`: the bm25 score of the text, from 0 to 1. Without it, the result is the share alone. */
    of: (text: string, byBm25?: number): number => {
      const words = wordsIn(text);
      let sum = 0;
      let isSaid = false;
      let isTold = !hasTelling && isKeywords;
      for (const { terms, isTelling } of parts) {
        // Terms are sorted by falling worth.
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
 * Returns the inverse document frequency, above 0 for every word. A word of one memory weighs `IDF_MAX` in a store of any size. So scores
 * are comparable between stores, and a word that no memory holds is not rarer than one that a memory holds.
 */
const idf = (rows: number, size: number): number =>
  IDF_MAX * Math.min(1, rawIdf(rows, size) / Math.min(IDF_MAX, rawIdf(1, size)));

const rawIdf = (rows: number, size: number): number =>
  Math.log(1 + (Math.max(0, size - rows) + 0.5) / (rows + 0.5));

interface Words {
  readonly plain: string;
  /** The words with single spaces between them and at both ends. */
  readonly spaced: () => string;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const wordsIn = (text: string): Words => {
  const plain = folded(text);
  let spaced: string | undefined;
  return { plain, spaced: () => (spaced ??= ` ${(plain.match(WORD) ?? []).join(' ')} `) };
};

const holderOf = (typed: string): ((words: Words) => boolean) => {
  const term = folded(typed);
  if (isUnspaced(term)) return ({ plain }) => plain.includes(term);
  if (term.includes(' ')) {
    const phrase = ` ${term} `;
    return ({ spaced }) => spaced().includes(phrase);
  }
  const stem = stemOf(term);
  return ({ plain }) => placeOfStem(plain, stem) >= 0;
};
