import { describe, expect, test } from 'vitest';
import { jaccard, rankByRareWords } from './similarity.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1_000);

describe('[M-4] likeness by shared words', () => {
  test('rows with more of the rare words come first, among equals those with the rarer ones, then the newest', () => {
    expect(rankByRareWords([[3], [1, 2, 3], [2, 3, 4]], 150)).toEqual([3, 2, 4, 1]);
    expect(rankByRareWords([], 150)).toEqual([]);
  });

  test('and what is too much in all is left out', () => {
    expect(rankByRareWords([[7], upTo(51), upTo(100)], 150)).toHaveLength(52);
    expect(rankByRareWords([[7], upTo(49), upTo(100)], 150)).toHaveLength(101);
  });

  test('is the part of all words that is shared', () => {
    expect(jaccard(['a', 'b', 'c'], ['b', 'c', 'd'])).toBe(0.5);
    expect(jaccard(['a'], ['a'])).toBe(1);
    expect(jaccard(['a'], [])).toBe(0);
    expect(jaccard([], [])).toBe(0);
  });
});
