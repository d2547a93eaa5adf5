import { expect, test } from 'vitest';
import { groundOf, hasNames } from './grounding.ts';

test.each([
  ['Lisbon is sunny', true],
  ['It rains.  Lisbon is sunny', true],
  ['They say: Lisbon is sunny', true],
  ['They call it "Lisbon"', true],
  ['They live in Lisbon', false],
  ['They live in .Lisbon', false],
])('a capital counts as a name only inside a sentence: %s', (text, isGrounded) => {
  expect(hasNames(text, groundOf(['unrelated words']))).toBe(isGrounded);
});

test('a long text costs time in proportion to its length', () => {
  const from = performance.now();
  expect(hasNames('ab '.repeat(40_000), groundOf([]))).toBe(true);
  expect(performance.now() - from).toBeLessThan(2_000);
});
