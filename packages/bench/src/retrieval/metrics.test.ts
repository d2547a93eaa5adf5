import { describe, expect, test } from 'vitest';
import {
  anyAt,
  auroc,
  byCategory,
  falsePassRate,
  intervalOf,
  type Judged,
  ndcgAt,
  rankingFigures,
  recallAt,
  reciprocalRank,
  sessionFigures,
  strictAt,
} from './metrics.ts';

const judged = (ranked: string, gold: string, category: Judged['category'] = '4'): Judged => ({
  category,
  ranked: ranked.split(' '),
  gold: gold.split(' '),
});

describe('measures of one ranking', () => {
  const half = judged('x a y b', 'a c');

  test('recall is the part of the gold that was found, strict is all of it, any is one of it', () => {
    expect([1, 2, 4].map((k) => recallAt(half, k))).toEqual([0, 0.5, 0.5]);
    expect([1, 4].map((k) => anyAt(half, k))).toEqual([0, 1]);
    expect([1, 2, 4].map((k) => strictAt(judged('x a y b', 'a b'), k))).toEqual([0, 0, 1]);
  });

  test('the reciprocal rank looks at the first that is right', () => {
    expect(reciprocalRank(half)).toBe(0.5);
    expect(reciprocalRank(judged('x y', 'a'))).toBe(0);
  });

  test('nDCG is 1 for the best order, and what stands lower is worth less', () => {
    expect(ndcgAt(judged('a b x', 'a b'), 10)).toBe(1);
    expect(ndcgAt(judged('x a', 'a'), 10)).toBeCloseTo(1 / Math.log2(3));
    expect(ndcgAt(judged('x a', 'a'), 1)).toBe(0);
    expect(ndcgAt(judged('a x x b', 'a b'), 10)).toBeCloseTo((1 + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3)));
  });

  test('more gold than places does not make nDCG unreachable', () => {
    expect(ndcgAt(judged('a b', 'a b c d'), 2)).toBe(1);
  });
});

describe('measures of many', () => {
  test('questions without an answer count in their own category only', () => {
    const figures = byCategory([judged('a', 'a', '1'), judged('x', 'a', '5')], rankingFigures);
    expect([figures.questions, figures.recall10]).toEqual([1, 1]);
    expect(Object.keys(figures.perCategory)).toEqual(['1', '5']);
    expect(figures.perCategory['5']?.recall10).toBe(0);
  });

  test('sessions are counted by any and by recall', () => {
    const figures = sessionFigures([judged('s1 s2', 's2 s9'), judged('s3', 's3')]);
    expect(figures).toEqual({ questions: 2, any1: 0.5, any5: 1, any10: 1, recall10: 0.75 });
  });
});

describe('telling an answer from none', () => {
  test('AUROC is 1 when all positives are above, .5 when nothing tells', () => {
    expect(auroc([3, 4], [1, 2])).toBe(1);
    expect(auroc([1, 2], [3, 4])).toBe(0);
    expect(auroc([1, 2], [1, 2])).toBe(0.5);
  });

  test('the false pass rate is taken at the threshold that keeps the wished share', () => {
    expect(falsePassRate([1, 2, 3, 4], [0, 1.5, 2.5, 9], 0.75)).toBe(0.5);
    expect(falsePassRate([1, 2, 3, 4], [0, 1.5, 2.5, 9], 1)).toBe(0.75);
  });
});

test('95 % of resampled means lie around the mean, nearer with more figures, the same each time', () => {
  const figures = Array.from({ length: 400 }, (_, nth) => nth % 2);
  const [from, to] = intervalOf(figures);
  expect(from).toBeGreaterThan(0.44);
  expect(from).toBeLessThan(0.47);
  expect(to).toBeGreaterThan(0.53);
  expect(to).toBeLessThan(0.56);
  expect(intervalOf(figures)).toEqual([from, to]);
  const [few, many] = intervalOf(figures.slice(0, 40));
  expect(many - few).toBeGreaterThan(2 * (to - from));
  expect(intervalOf([1, 1, 1])).toEqual([1, 1]);
  expect(intervalOf([])).toEqual([Number.NaN, Number.NaN]);
});
