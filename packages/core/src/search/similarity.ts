/** Similarity by shared words. [M-4] */

/**
 * Sorts the rows by how many rare words they hold, then by the rarity of these words, then newest first. `postings`: rows of each
 * word, shortest list first. Lists that exceed `rowsMax` in total are left out.
 */
export const rankByRareWords = (
  postings: readonly (readonly number[])[],
  rowsMax: number,
): readonly number[] => {
  const scores = new Map<number, number>();
  let sum = 0;
  for (const rows of postings) {
    sum += rows.length;
    if (sum > rowsMax) break;
    for (const row of rows) scores.set(row, (scores.get(row) ?? 0) + 1 + 1 / rows.length);
  }
  return [...scores].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || b - a).map(([row]) => row);
};

/** Returns the share of common words among all words, from 0 to 1. Neither list holds a word twice. */
export const jaccard = (a: readonly string[], b: readonly string[]): number => {
  const other = new Set(b);
  const shared = a.filter((word) => other.has(word)).length;
  const all = a.length + other.size - shared;
  return all === 0 ? 0 : shared / all;
};
