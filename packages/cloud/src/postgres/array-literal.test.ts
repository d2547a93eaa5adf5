import { expect, test } from 'vitest';
import { arrayLiteral } from './postgres-database.ts';

test('an array is written so that Postgres reads each element back', () => {
  expect(arrayLiteral([])).toBe('{}');
  expect(arrayLiteral([1, -2, 9_007_199_254_740_991])).toBe('{1,-2,9007199254740991}');
  expect(arrayLiteral(['a', 'null', '', 'x,y', '{z}'])).toBe('{"a","null","","x,y","{z}"}');
  expect(arrayLiteral(['say "no"', 'back\\slash'])).toBe('{"say \\"no\\"","back\\\\slash"}');
});
