import { expect, test } from 'vitest';
import { fillBlock, measureEconomy, tokensOf } from './economy.ts';

const texts: Readonly<Record<string, string>> = { a: 'one two three', b: 'four five six', c: 'seven' };
const textOf = (ref: string): string => texts[ref] ?? '';

test('a block is filled with whole texts, best first, to its last token', () => {
  const two = tokensOf(textOf('a')) + tokensOf(textOf('b'));
  expect([...fillBlock(['a', 'b', 'c'], textOf, two).refs]).toEqual(['a', 'b']);
  expect([...fillBlock(['a', 'b', 'c'], textOf, two - 1).refs]).toEqual(['a']);
  expect(fillBlock(['a', 'b', 'c'], textOf, two).tokens).toBe(two);
});

test('recall is of the evidence in the block, and questions without an answer do not count', () => {
  const one = { project: 'p', question: 'q', projects: ['p'], ranked: ['a', 'c'], gold: ['a', 'b'] };
  const asked = [
    { ...one, category: '1' as const },
    { ...one, category: '5' as const, gold: ['b'] },
  ];
  const [block] = measureEconomy(
    asked,
    (_, ref) => textOf(ref),
    () => 100,
  );
  const spent = tokensOf(textOf('a')) + tokensOf(textOf('c'));
  expect(block).toEqual({ tokens: 256, recall: 0.5, tokensPerEvidence: spent, shareOfAll: spent / 100 });
});
