import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWordScan } from './word-scan.ts';

const foundIn = (words: readonly string[], text: string): readonly boolean[] => {
  const found = new Uint8Array(words.length);
  createWordScan(words.map((word, id) => ({ word, id })))(text, found);
  return [...found].map((one) => one === 1);
};

test('[TR-14] one pass finds the words that stand in a text, as looking for each does', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '_', '-'), minLength: 1, maxLength: 5 });
  const text = fc.string({
    unit: fc.constantFrom('a', 'A', 'b', 'B', '_', '-', 'é', '🦊', ' '),
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.uniqueArray(letters, { maxLength: 12 }), text, (words, within) => {
      expect(foundIn(words, within)).toEqual(words.map((word) => within.toLowerCase().includes(word)));
    }),
    { numRuns: 2_000 },
  );
});

test('[TR-14] letters of other scripts are no letters of a word', () => {
  expect(foundIn(['key', 'sk'], 'ＫＥＹ \u212Aey ſk')).toEqual([false, false]);
});
