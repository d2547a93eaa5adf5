import { expect, test } from 'vitest';
import { openingFailure } from './open-database.ts';

test('what PGlite throws is a sentence', () => {
  expect(openingFailure('/nowhere', { name: 'ErrnoError', errno: 51 })).toBe('no space is left on the disk');
  expect(openingFailure('/nowhere', { name: 'ErrnoError', errno: 29 })).toBe('file error 29');
  const aborted = new Error('Aborted(). Build with -sASSERTIONS for more info.');
  expect(openingFailure('/nowhere', aborted)).toContain('The disk may be full, or a file damaged');
});
