/**
 * Scores words that are adjacent in a question and near each other in a text: "API rate limit" is more than three separate words.
 * bm25 ignores positions. [F-22]
 */
import type { TextQuery } from '../ports/store.ts';
import { folded } from './fold.ts';
import type { ParsedQuery } from './query.ts';
import { isUnspaced } from './scripts-without-spaces.ts';
import { placeOfStem, stemOf } from './stems.ts';

/** The most characters between the beginnings of two near words: about three words. */
const NEAR_CHARS = 24;
/** The most places of a word that are compared in one text. */
const PLACES_MAX = 8;
/** The score of a near pair, as a share of the bm25 weight of its commoner word. */
const PAIR_SHARE = 0.3;

interface Pair {
  readonly stems: readonly [string, string];
  readonly worth: number;
}

/** Returns a function that scores a text. The score is added to the text's bm25. */
export const nearnessOf = (
  { terms }: ParsedQuery,
  { terms: asked, worths = [] }: TextQuery,
): ((text: string) => number) => {
  const worthOf = new Map(asked.map((term, at) => [term, worths[at] ?? 0]));
  const pairs = pairsOf(terms, worthOf);
  if (pairs.length === 0) return () => 0;
  return (text) => {
    const plain = folded(text);
    const known = new Map<string, readonly number[]>();
    const placesOf = (stem: string): readonly number[] => {
      const places = known.get(stem) ?? allPlaces(plain, stem);
      known.set(stem, places);
      return places;
    };
    return pairs.reduce(
      (sum, { stems: [a, b], worth }) => (areNear(placesOf(a), placesOf(b)) ? sum + worth : sum),
      0,
    );
  };
};

const pairsOf = (terms: readonly string[], worthOf: ReadonlyMap<string, number>): readonly Pair[] =>
  terms.flatMap((term, at): readonly Pair[] => {
    const next = terms[at + 1];
    if (next === undefined || !isWord(term) || !isWord(next)) return [];
    const worth = PAIR_SHARE * Math.min(worthOf.get(term) ?? 0, worthOf.get(next) ?? 0);
    return worth > 0 ? [{ stems: [stemOf(folded(term)), stemOf(folded(next))], worth }] : [];
  });

/** Whether a term is a single word. Pairs of characters get no score for nearness, because they are adjacent wherever they occur. */
const isWord = (term: string): boolean => !term.includes(' ') && !isUnspaced(term);

const allPlaces = (plain: string, stem: string): readonly number[] => {
  const places: number[] = [];
  for (
    let at = placeOfStem(plain, stem);
    at >= 0 && places.length < PLACES_MAX;
    at = placeOfStem(plain, stem, at + 1)
  )
    places.push(at);
  return places;
};

const areNear = (a: readonly number[], b: readonly number[]): boolean =>
  a.some((one) => b.some((other) => one !== other && Math.abs(one - other) <= NEAR_CHARS));
