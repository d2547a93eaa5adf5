import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthPrefixed } from './transcript.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('parts that run together differently give other bytes', () => {
  expect(hex(lengthPrefixed(['ab', 'c']))).not.toBe(hex(lengthPrefixed(['a', 'bc'])));
  expect(hex(lengthPrefixed(['a']))).toBe('0000000161');
  expect(hex(lengthPrefixed(['', 'a']))).not.toBe(hex(lengthPrefixed(['a', ''])));
});

test('two lists of parts give equal bytes only when they are equal', () => {
  const parts = fc.array(fc.string({ maxLength: 4 }), { maxLength: 4 });
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      const same =
        a.length === b.length &&
        a.every((part, at) => hex(Buffer.from(part)) === hex(Buffer.from(b[at] ?? '')));
      expect(hex(lengthPrefixed(a)) === hex(lengthPrefixed(b))).toBe(same);
    }),
    { seed: 1, numRuns: 500 },
  );
});
