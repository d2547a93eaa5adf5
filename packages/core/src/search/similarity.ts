/** Likeness by shared words. [M-4] */

/** Rarest words whose rows are looked at, and how many rows in all. */
const WORDS_MAX = 4;
const ROWS_MAX = 150;

/**
 * Rows that hold the rarest words, those with most of them first and among equals those with the rarer ones. `postings`: the
 * rows of each word, null where they are too many to lead anywhere.
 */
export const rankByRareWords = (postings: readonly (readonly number[] | null)[]): readonly number[] => {
  const scores = new Map<number, number>();
  for (const rows of rarest(postings)) {
    for (const row of rows) scores.set(row, (scores.get(row) ?? 0) + 1 + 1 / rows.length);
  }
  return [...scores].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || b - a).map(([row]) => row);
};

const rarest = (postings: readonly (readonly number[] | null)[]): readonly (readonly number[])[] => {
  let sum = 0;
  return postings
    .filter((rows) => rows !== null)
    .filter((rows) => rows.length > 0)
    .sort((a, b) => a.length - b.length)
    .slice(0, WORDS_MAX)
    .filter(({ length }) => {
      sum += length;
      return sum <= ROWS_MAX;
    });
};

/** Shared words of all words, 0 to 1. Neither list holds a word twice. */
export const jaccard = (a: readonly string[], b: readonly string[]): number => {
  const other = new Set(b);
  const shared = a.filter((word) => other.has(word)).length;
  const all = a.length + other.size - shared;
  return all === 0 ? 0 : shared / all;
};
