/** Scores from 0 to 1. */
import type { TextQuery } from '../ports/store.ts';

/**
 * bm25 against what a memory of average length would get that holds every searched term once; a better one than that is 1.
 * Rows that were taken for being the newest, not the best, have no bm25: they hold every term, at half the score. [F-9]
 */
export const textScore = (query: TextQuery, bm25: number | null): number => {
  if (bm25 === null) return 0.5;
  if (query.ideal <= 0) return 0;
  return Math.min(1, Math.max(0, bm25 / query.ideal));
};
