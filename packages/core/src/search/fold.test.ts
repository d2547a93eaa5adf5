import { expect, test } from 'vitest';
import { folded, foldedByIndex, formsOf } from './fold.ts';

test('[F-17] letters that people type in more than one way are one', () => {
  for (const [one, other] of [
    ['Café', 'cafe'],
    ['REUNIÓN', 'reunion'],
    ['Straße', 'strasse'],
    ['Ёлка', 'елка'],
    ['Ρόδος', 'ροδοσ'],
    ['القَهْوة', 'القهوة'],
    ['Łódź', 'lodz'],
    ['ｃａｆé', 'cafe'],
  ] as const)
    expect(folded(one)).toBe(other);
});

test('[F-17] marks that make another letter or word stay', () => {
  for (const text of ['日本語のガイド', 'दिन', 'мой', 'ภาษาไทย', '한국어', 'plain words, 3'])
    expect(folded(text)).toBe(text);
});

test('[F-1] a term has a second form only where the index keeps what folding changes', () => {
  expect(foldedByIndex('Größe')).toBe('große');
  expect(formsOf('café')).toEqual(['café']);
  expect(formsOf('straße')).toEqual(['straße', 'strasse']);
});
