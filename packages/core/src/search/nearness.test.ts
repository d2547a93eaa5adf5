import { describe, expect, test } from 'vitest';
import { nearnessOf } from './nearness.ts';
import { planQueries } from './plan.ts';
import { parseQuery } from './query.ts';

const SIZE = 1_000;
/** `rows`: how many of a thousand rows hold each term. */
const nearness = (question: string, rows: number, expected = 1): ((text: string) => number) => {
  const asked = parseQuery(question);
  const frequencies = asked.terms.map(() => rows);
  const queries = planQueries({ terms: asked.terms, frequencies, size: SIZE });
  expect(queries.length).toBeGreaterThanOrEqual(expected);
  const [query] = queries;
  if (query === undefined) throw new Error('nothing to ask');
  return nearnessOf(asked, query);
};

describe('[F-22] words side by side in a question', () => {
  test('are worth more near each other, in either order, in any form', () => {
    const of = nearness('what is the rate limit?', 10);
    expect(of('We hit the rate limit today.')).toBeGreaterThan(0);
    expect(of('It limits the rates of all.')).toBe(of('We hit the rate limit today.'));
    expect(of('The rate is high, and after a long talk of other things there is a limit.')).toBe(0);
    expect(of('The pirate unlimited.')).toBe(0);
    expect(of('')).toBe(0);
  });

  test('rare ones more than common ones', () => {
    const text = 'the rate limit';
    expect(nearness('rate limit', 3)(text)).toBeGreaterThan(nearness('rate limit', 300)(text));
  });

  test('nothing for one word, and for languages whose pairs always stand side by side', () => {
    expect(nearness('limit', 10)('limit limit')).toBe(0);
    expect(nearness('我的狗叫什么名字', 10)('我的狗叫什么名字')).toBe(0);
  });
});
