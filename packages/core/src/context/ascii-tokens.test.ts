import fc from 'fast-check';
import { estimateTokenCount } from 'tokenx';
import { describe, expect, test } from 'vitest';
import { countAsciiTokens, isAscii } from './ascii-tokens.ts';

const anyAscii = fc.string({
  unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
});
const likeText = fc
  .array(
    fc.constantFrom('a', 'Word', 'longerword', '1', '2024', '\n', ' ', '\t', '.', '--', '{"', 'x_y', "it's"),
  )
  .map((parts) => parts.join(''));

describe('[CX-1] tokens of a text of ASCII', () => {
  test('are what tokenx says', () => {
    const same = (text: string): void => {
      expect(countAsciiTokens(text)).toBe(estimateTokenCount(text));
    };
    fc.assert(fc.property(anyAscii, same), { seed: 1, numRuns: 2_000 });
    fc.assert(fc.property(likeText, same), { seed: 2, numRuns: 2_000 });
    same('');
  });

  test('a text with anything else is not of ASCII', () => {
    expect(isAscii('plain\0\n\x7f')).toBe(true);
    for (const other of ['\x80', 'naïve', '–', '日本', '😀']) expect(isAscii(`plain ${other}`)).toBe(false);
  });
});
