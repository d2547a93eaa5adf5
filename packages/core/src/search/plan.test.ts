import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planQueries, rowBudget } from './plan.ts';
import { textScore } from './rank.ts';

const size = 10_000;
const budget = rowBudget(size);
const plan = (counts: Readonly<Record<string, number>>, projects?: readonly (string | null)[]) =>
  planQueries({ terms: Object.keys(counts), frequencies: Object.values(counts), size, projects });

describe('which terms are asked for', () => {
  test('[F-9] everything, while it stays within the budget', () => {
    expect(plan({ port: 300, staging: 40 })[0]?.terms).toEqual(['staging', 'port']);
  });

  test('[F-9] common terms are dropped while rarer ones remain', () => {
    const [first] = plan({ project: 6_000, staging: 40, code: budget });
    expect(first?.terms).toEqual(['staging']);
    expect(first?.rankedRowsMax).toBeNull();
  });

  test('[F-9] the budget is for all terms together, and exact at its edge', () => {
    expect(plan({ a: budget - 10, b: 10 })[0]?.terms).toEqual(['b', 'a']);
    expect(plan({ a: budget - 9, b: 10 })[0]?.terms).toEqual(['b']);
  });

  test('[F-9] when all are common, all must match, then ever fewer of the rarest', () => {
    const queries = plan({ a: 9_000, b: 8_000, c: 7_000, d: 6_000 });
    expect(queries.map((query) => query.terms.join(' '))).toEqual(['d c b a', 'd c b', 'd c', 'd']);
    expect(queries.every((query) => query.rankedRowsMax === 500)).toBe(true);
  });

  test('[F-7] a rare marker is never dropped, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: size }), { maxLength: 20 }), (others) => {
        const queries = planQueries({
          terms: ['marker', ...others.map((_, at) => `w${at}`)],
          frequencies: [1, ...others],
          size,
        });
        expect(queries[0]?.terms).toContain('marker');
      }),
      { seed: 5 },
    );
  });

  test('[F-5] the scope is part of the index for common terms', () => {
    const [query] = plan({ a: 9_000 }, ['github.com/acme/app', null]);
    expect(query?.match).toMatch(/^\(- \{scope\} : \("a"\)\) AND \(\{scope\} : \("p\d+" OR "p0"\)\)$/);
  });

  test('[F-9] terms that stand nowhere are not asked for', () => {
    expect(plan({ nowhere: 0 })).toEqual([]);
    expect(plan({ nowhere: 0, here: 3 })[0]?.terms).toEqual(['here']);
  });

  test('[F-1] but what an answer would be worth counts them', () => {
    const [all] = plan({ nowhere: 0, here: 3 });
    const [here] = plan({ here: 3 });
    expect(all?.ideal).toBeGreaterThan(2 * (here?.ideal ?? Number.POSITIVE_INFINITY));
    expect(plan({ nowhere: 0, common: 9_000 })[0]?.ideal).toBeGreaterThan(
      plan({ common: 9_000 })[0]?.ideal ?? 0,
    );
  });

  test('[F-1] in a store of one memory, what holds most of the words is worth something', () => {
    const terms = ['cabin', 'key', 'hangs', 'somewhere'];
    const [only] = planQueries({ terms, frequencies: [1, 1, 1, 0], size: 1 });
    if (only === undefined) throw new Error('no query');
    // FTS5's idf of a word that every row holds is its floor.
    expect(textScore(only, 3e-6)).toBeCloseTo(0.38, 1);
  });
});

describe('scores', () => {
  const [query] = plan({ port: 300, staging: 40 });
  test('[F-1] scores run from 0 to 1 and grow with bm25', () => {
    if (query === undefined) throw new Error('no query');
    expect(textScore(query, 0)).toBe(0);
    expect(textScore(query, query.ideal / 2)).toBeCloseTo(0.5);
    expect(textScore(query, query.ideal * 3)).toBe(1);
    expect(textScore(query, null)).toBe(0.5);
    expect(textScore({ ...query, ideal: 0 }, 1)).toBe(0);
  });
});
