import { expect, test } from 'vitest';
import { createStyle } from '../style.ts';
import { whyLines } from './passage-lines.ts';

const linesOf = (why: Readonly<Record<string, unknown>>): string =>
  whyLines(
    { textScore: 0.5, vectorScore: 0.7, why: { terms: ['dog'], ...why } },
    createStyle(false, null),
  ).join('\n');

test.each([
  [0.054, '; word by word +0.05'],
  [-0.02, '; word by word -0.02'],
  [undefined, ''],
])('[F-24] the reasons of a result say what the judge changed: %d', (judged, says) => {
  expect(linesOf({ judged })).toContain(`by words 0.50, looked for dog; by meaning 0.70${says}`);
  expect(linesOf({ judged }).includes('word by word')).toBe(judged !== undefined);
});
