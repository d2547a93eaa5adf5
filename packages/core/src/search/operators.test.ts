import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BRACKETS_MAX, matchOf, parseOperators, wantedTerms } from './operators.ts';
import { TERMS_MAX } from './query.ts';

const matchFor = (text: string): string => {
  const read = parseOperators(text);
  return read.ok ? matchOf(read.value) : read.error.message;
};

describe('questions with operators', () => {
  test.each([
    ['deploy', '"deploy"'],
    ['deploy staging', '("deploy" AND "staging")'],
    ['deploy NOT staging', '("deploy" NOT "staging")'],
    ['deploy AND NOT staging', '("deploy" NOT "staging")'],
    ['NOT staging deploy', '("deploy" NOT "staging")'],
    ['a NOT b c NOT d', '(("a" AND "c") NOT ("b" OR "d"))'],
    ['a OR b c', '("a" OR ("b" AND "c"))'],
    ['(a OR b) c', '(("a" OR "b") AND "c")'],
    ['a NOT (b OR c)', '("a" NOT ("b" OR "c"))'],
    ['"blue whale" OR “the end”', '("blue whale" OR "the end")'],
    ['"NOT" and or', '("not" AND "and" AND "or")'],
    ["ZX-81 Anna's", '("zx 81" AND "anna")'],
    ['body:x', '"body x"'],
    ['vimを使う', '("vim" AND "を使" AND "使う")'],
    ['（ａ）', '"a"'],
  ])('[F-14] %s', (text, expected) => {
    expect(matchFor(text)).toBe(`({body grams} : (${expected}))`);
  });

  test('[F-14] only what is wanted is shown as found', () => {
    const read = parseOperators('a NOT (b OR c) OR a d');
    expect(read.ok && wantedTerms(read.value)).toEqual(['a', 'd']);
  });

  test.each([
    ['NOT staging', 'write first what to find. It stands at character 1: "NOT staging".'],
    ['deploy (staging', 'This ( is never closed. It stands at character 8'],
    ['deploy) x', 'This ) has no opening bracket. It stands at character 7'],
    ['deploy OR', 'A word is missing at the end. Operators are'],
    ['OR deploy', 'A word is missing before OR. It stands at character 1'],
    ['a AND OR b', 'A word is missing before OR'],
    ['a NOT', 'A word is missing at the end'],
    ['a ()', 'A word is missing before ).'],
    ['a "b', 'This quote is never closed. It stands at character 3: "\\"b".'],
    ['a && b', 'no letter and no digit'],
    ['a ""', 'no letter and no digit'],
    ['a -b', 'write NOT before it'],
    ['stag*', 'Leave * out'],
    ['👍🏽 OR a', 'It stands at character 1'],
    [`${'('.repeat(BRACKETS_MAX + 1)}a`, `at most ${BRACKETS_MAX} deep`],
    [Array.from({ length: TERMS_MAX + 1 }, (_, n) => `w${n}`).join(' OR '), `at most ${TERMS_MAX} words`],
    ['東'.repeat(TERMS_MAX + 2), `at most ${TERMS_MAX} words`],
  ])('[F-14] %j is refused with the place and how to write it', (text, sentence) => {
    const read = parseOperators(text);
    expect(read.ok ? '' : read.error.message).toContain(sentence);
    expect(read).toMatchObject({
      ok: false,
      error: { kind: 'invalid_input', message: expect.stringContaining('deploy NOT (staging OR test)') },
    });
  });

  test('[F-14] at the limits it is read', () => {
    const deep = `${'('.repeat(BRACKETS_MAX)}a${')'.repeat(BRACKETS_MAX)}`;
    expect([deep, `${deep} ${deep}`].map((text) => parseOperators(text).ok)).toEqual([true, true]);
    expect(parseOperators(Array.from({ length: TERMS_MAX }, (_, n) => `w${n}`).join(' ')).ok).toBe(true);
  });

  test('[F-14] whatever is typed, nothing of it stands outside quotes', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(
            'a',
            'NOT',
            'AND',
            'OR',
            '(',
            ')',
            '"',
            '^',
            '*',
            'NEAR(b',
            '{scope}:',
            'é',
            '東京',
          ),
          {
            maxLength: 40,
          },
        )
        .map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const read = parseOperators(text);
        if (!read.ok) return;
        const outside = matchOf(read.value)
          .replace('({body grams} : ', '(')
          .replaceAll(/"[\p{L}\p{N}\p{M}\p{Co} ]+"/gu, '');
        expect(outside).toMatch(/^(?:[() ]|AND|OR|NOT)*$/);
      }),
      { seed: 14, numRuns: 2_000 },
    );
  });
});
