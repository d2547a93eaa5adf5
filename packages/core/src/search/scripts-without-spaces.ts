/**
 * Languages without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Myanmar. Their runs are indexed and searched as pairs
 * of neighbouring characters, because the tokenizer would take a whole sentence for one word. Marks (Thai vowels and tones,
 * voiced-sound marks) are dropped in texts and questions, because the tokenizer splits at them. [F-1]
 */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu;
const NOT_INDEXED = /[^\p{L}\p{N}]/gu;

/** Whether the text begins in such a script. */
export const isUnspaced = (text: string): boolean => UNSPACED_FIRST.test(text);
const UNSPACED_FIRST =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;

/** Returns the runs of such scripts, in order, without marks. Empty runs are left out. */
export const unspacedRuns = (text: string): readonly string[][] => {
  const found = text.match(RUN);
  if (found === null) return [];
  const runs: string[][] = [];
  for (const run of found) {
    const letters = [...run.replace(NOT_INDEXED, '')];
    if (letters.length > 0) runs.push(letters);
  }
  return runs;
};

/** Replaces each such run, marks included, by the result of `change`. */
export const mapUnspacedRuns = (text: string, change: (run: string) => string): string =>
  text.replace(RUN, change);

/** Replaces such runs by spaces. The rest is split at spaces and punctuation. */
export const withoutUnspacedRuns = (text: string): string => text.replace(RUN, ' ');

/**
 * Returns numbers and words of other scripts that touch such a run, deduplicated. The tokenizer takes `端口是7100` and `我用Яндекс` for
 * one word each, so a search for 7100 or яндекс would not find them. [F-1]
 */
export const besideRuns = (text: string): readonly string[] => {
  const mixed = (text.normalize('NFKC').match(WORD) ?? []).filter((word) => HAS_UNSPACED.test(word));
  return [...new Set(mixed.flatMap((word) => withoutUnspacedRuns(word).match(WORD) ?? []))];
};
const WORD = /[\p{L}\p{N}]+/gu;
const HAS_UNSPACED = new RegExp(RUN.source, 'u');

/** Returns every pair of neighbouring characters of a run. */
export const pairsOf = (run: readonly string[]): readonly string[] => {
  const pairs: string[] = [];
  for (let at = 0; at + 1 < run.length; at++) pairs.push(`${run[at] ?? ''}${run[at + 1] ?? ''}`);
  return pairs;
};

/** Returns the terms by which the index finds a word: its pairs of characters in such a script, else the word itself. */
export const indexTermsOf = (word: string): readonly string[] => {
  const letters = isUnspaced(word) ? [...word] : [];
  return letters.length > 2 ? pairsOf(letters) : [word];
};
