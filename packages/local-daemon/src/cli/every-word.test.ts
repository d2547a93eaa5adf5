import { expect, test } from 'vitest';
import { hasEveryWord } from './every-word.ts';

test.each([
  ['Keys are in the OLD office', 'old office', true],
  ['Folders in the office', 'old office', false],
  ['Café: ask for the key', 'cafe key', true],
  ['Cairnを東京で使う', 'cairn 東京', true],
  ['Cairnを東京で使う', '大阪', false],
  ['दान', 'दिन', false],
  ['आज का दिन', 'दिन', true],
  ['パス', 'バス', false],
  ['ปู', 'ปี', false],
  ['Anything', '…', false],
])('%s has every word of %s: %s', (text, query, has) => {
  expect(hasEveryWord(text, query)).toBe(has);
});
