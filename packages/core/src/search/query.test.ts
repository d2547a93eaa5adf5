import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery, quoteTerm, TERMS_MAX } from './query.ts';

const terms = (text: string) => parseQuery(text).terms;

describe('questions', () => {
  test.each([
    ["What is Anna's favourite editor?", ['anna', 'favourite', 'editor']],
    ['the of and', ['the', 'of', 'and']],
    ['Naïve CAFÉ', ['naïve', 'café']],
    ['deploy on 2026-11-21', ['20261121', '2026 11 21', 'deploy', '2026', '11', '21']],
    ['what happened on 21 November', ['november21', 'happened', '21', 'november']],
    ['the Nov 3rd release', ['november3', 'nov', '3rd', 'release']],
    ['ZX-81-QUUX', ['zx 81 quux', 'zx', '81', 'quux']],
    ['say "blue whale" now', ['blue whale', 'say', 'blue', 'whale', 'now']],
    ['東京都', ['東京', '京都']],
    ['犬', ['犬']],
    ['私はvimを使う', ['vim', '私', '使う']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['ＡＢＣ', ['abc']],
    ['wie heißt die Katze', ['heißt', 'katze']],
    ['die in the garden', ['die', 'garden']],
    ['弟の仕事は', ['弟', '仕事']],
    ['犬は何歳', ['犬は', 'は何', '何歳', '犬']],
    ['はがきはどこ', ['はが', 'がき', 'きは', 'はど', 'どこ']],
    ['送料はいくらから無料ですか', ['送料', 'いく', 'くら', '無料']],
    ['测试服务器用哪个端口？', ['测试', '试服', '服务', '务器', '端口']],
  ])('[F-1] %s', (text, expected) => {
    expect([...terms(text)].sort()).toEqual([...expected].sort());
  });

  test.each([
    ['Was war am 5. März 2026?', 'march5'],
    ['am 5.März', 'march5'],
    ['notes du 1er août', 'august1'],
    ['le 5 févr. 2026', 'february5'],
    ['el 5 de marzo de 2026', 'march5'],
    ['il 21 dicembre', 'december21'],
    ['no dia 1º de março', 'march1'],
    ['что было 5 марта', 'march5'],
    ['5-го марта', 'march5'],
    ['am 05.03.2026', '20260305'],
    ['le 25/3/2026', '20260325'],
    ['on 3/25/2026', '20260325'],
    ['2026年3月5日的会议', '20260305'],
    ['3月5号', 'march5'],
    ['３月５日の会議', 'march5'],
    ['3月做了什么', 'march'],
  ])('[F-1] a date as other languages write it: %s', (text, date) => expect(terms(text)).toContain(date));

  test.each(['version 3.5.2026.1', '10 out of 12', 'the timer I set 5 minutes ago', 'am 45.13.2026'])(
    '[F-1] no date in %s',
    (text) => expect(terms(text).filter((term) => /^[a-z]+\d+$|^\d{8}$/.test(term))).toEqual([]),
  );

  test('[F-1] the signs of a date such as 3月5日 are no terms', () =>
    expect([...terms('3月5日の会議')].sort()).toEqual(['3', '5', 'march5', '会議']));

  test.each(['', '   ', '?!…', '""', '🎉🎊', '***', '()', "' OR 1=1 --".replace(/[\w=]/g, '')])(
    '[F-1] nothing to look for in %j',
    (text) => expect(terms(text)).toEqual([]),
  );

  test('[F-6] the pieces as typed are kept for a search by substring', () => {
    expect(parseQuery('C++ 🎉 C++').literals).toEqual(['C++', '🎉']);
  });

  test('[F-9] at most 256 terms, and one more is cut', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
    expect(terms(words(TERMS_MAX))).toHaveLength(TERMS_MAX);
    expect(terms(words(TERMS_MAX + 1))).toHaveLength(TERMS_MAX);
  });

  test('[F-1] whatever is typed, a quoted term holds letters, digits, marks and spaces only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const term of terms(text)) {
          expect(quoteTerm(term)).toMatch(/^"[\p{L}\p{N}\p{M}\p{Co}\u30fc ]+"$/u);
          expect(term.isWellFormed()).toBe(true);
        }
      }),
      { seed: 11, numRuns: 500 },
    );
  });
});
