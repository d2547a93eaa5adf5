import { describe, expect, test } from 'vitest';
import { jaccard, rankByRareWords } from './similarity.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1_000);

describe('[M-4] likeness by shared words', () => {
  test('rows with more of the rare words come first, among equals those with the rarer ones, then the newest', () => {
    expect(rankByRareWords([[1, 2, 3], [3], [2, 3, 4], null, []])).toEqual([3, 2, 4, 1]);
    expect(rankByRareWords([])).toEqual([]);
    expect(rankByRareWords([null, null])).toEqual([]);
  });

  test('only the four rarest words are followed, and only as far as 150 rows in all', () => {
    expect(rankByRareWords([[1], [2], [3], [4], [5, 6]])).toEqual([4, 3, 2, 1]);
    expect(rankByRareWords([upTo(100), upTo(51), [7]])).toEqual(expect.arrayContaining([7, 1_050]));
    expect(rankByRareWords([upTo(100), upTo(51), [7]])).toHaveLength(52);
    expect(rankByRareWords([upTo(100), upTo(49), [7]])).toHaveLength(101);
  });

  test('is the part of all words that is shared', () => {
    expect(jaccard(['a', 'b', 'c'], ['b', 'c', 'd'])).toBe(0.5);
    expect(jaccard(['a'], ['a'])).toBe(1);
    expect(jaccard(['a'], [])).toBe(0);
    expect(jaccard([], [])).toBe(0);
  });
});
