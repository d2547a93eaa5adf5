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
