import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkText } from './chunk-text.ts';

const show = (text: string, sizes = { unitsMax: 20, overlap: 8 }): readonly string[] =>
  chunkText(text, sizes).map(({ start, stop }) => text.slice(start, stop));

test.each([
  ['a short text is one piece', '  one two  ', ['one two']],
  ['white space is none', ' \n\t ', []],
  ['a sentence ends a piece', 'It is a longer. And more', ['It is a longer.', 'longer. And more']],
  ['a word is not cut', 'alphas bravo charlie delta', ['alphas bravo', 'bravo charlie delta']],
  [
    'a text without spaces is cut at its limit',
    'x'.repeat(45),
    ['x'.repeat(20), 'x'.repeat(20), 'x'.repeat(5)],
  ],
  [
    'a paragraph ends a piece before a sentence does',
    'One. Two words\n\nA. C d',
    ['One. Two words', 'words\n\nA. C d'],
  ],
])('[F-2] %s', (_, text, expected) => {
  expect(show(text)).toEqual(expected);
});

test('[F-2] pieces share about 96 units of 640, and begin with a sentence', () => {
  const text = Array.from({ length: 60 }, (_, n) => `This is sentence number ${n}.`).join(' ');
  const pieces = chunkText(text);
  expect(pieces.length).toBeGreaterThan(2);
  for (const [at, { start, stop }] of pieces.entries()) {
    expect(text.slice(start)).toMatch(/^This is/);
    expect(text.slice(start, stop)).toMatch(/\.$/);
    const next = pieces[at + 1];
    if (next === undefined) continue;
    expect(next.start).toBeLessThan(stop);
    expect(stop - next.start).toBeLessThanOrEqual(96);
  }
});

test('[F-2] every word is in a piece, no piece is too long, and none cuts a character', () => {
  const unit = fc.constantFrom('a', 'B', ' ', ' ', '.', '\n', '。', '𠮷', '🎉', '-');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 300 }), (text) => {
      const pieces = chunkText(text, { unitsMax: 24, overlap: 6 });
      let reached = 0;
      for (const { start, stop } of pieces) {
        const piece = text.slice(start, stop);
        expect(piece).toBe(piece.trim());
        expect(piece.isWellFormed()).toBe(true);
        expect(piece.length).toBeGreaterThan(0);
        expect(piece.length).toBeLessThanOrEqual(24);
        expect(text.slice(reached, start).trim()).toBe('');
        expect(stop).toBeGreaterThan(reached);
        reached = stop;
      }
      expect(text.slice(reached).trim()).toBe('');
    }),
    { numRuns: 500 },
  );
});
