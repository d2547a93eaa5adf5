/**
 * Words that are near an English word: of the same sense, kinds of it, or what it is a kind of. A line of the list is a word and those near
 * it, best first; lines are in order, so that a word is found by halving and nothing is built of them. [F-18]
 */
import { RELATED_WORDS } from './related-words.gen.ts';

/** Of any form of a word. */
export const relatedWords = (word: string): readonly string[] => {
  for (const base of basesOf(word)) {
    const line = lineOf(base);
    if (line !== null) return line;
  }
  return [];
};

const ENDINGS = [
  ['', ''],
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
  ['ed', ''],
  ['ed', 'e'],
  ['ing', ''],
  ['ing', 'e'],
] as const;

const basesOf = (word: string): readonly string[] =>
  ENDINGS.flatMap(([ending, other]) =>
    word.endsWith(ending) ? [word.slice(0, word.length - ending.length) + other] : [],
  );

const lineOf = (word: string): readonly string[] | null => {
  let low = 0;
  let high = RELATED_WORDS.length;
  while (low < high) {
    const start = RELATED_WORDS.lastIndexOf('\n', (low + high) >> 1) + 1;
    const found = RELATED_WORDS.indexOf('\n', start);
    const end = found === -1 ? RELATED_WORDS.length : found;
    const [head = '', ...others] = RELATED_WORDS.slice(start, end).split(' ');
    if (head === word) return others;
    if (head < word) low = end + 1;
    else high = start - 1;
  }
  return null;
};
