/** Compares words strictly, because memories are forgotten by the result without a choice by a person. Parts of words do not count. */

/** Scripts without spaces between words. In these, a part of a run of letters counts as a word. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc`;
const WORD = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
/** In other scripts a mark makes another word: दिन is "day", दान is "gift". */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

/** Returns whether a text has every word of a query; false for a query without words. Ignores case and the accents of Latin, Greek and Cyrillic letters. */
export const hasEveryWord = (text: string, query: string): boolean => {
  const present = wordsOf(text);
  const wanted = wordsOf(query);
  const has = (word: string): boolean =>
    IS_UNSPACED.test(word) ? present.some((one) => one.includes(word)) : present.includes(word);
  return wanted.length > 0 && wanted.every(has);
};

const wordsOf = (text: string): readonly string[] =>
  text.normalize('NFKD').replace(ACCENTS, '$1').normalize('NFC').toLowerCase().match(WORD) ?? [];
