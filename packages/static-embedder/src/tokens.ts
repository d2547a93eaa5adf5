/** Splits a text into tokens as the training did. training/words.py does the same, and a test compares the two. */

/** Returns the text in lower case, without accents. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

const DENSE = '\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005\u3041-\u309f\u30a0-\u30ff';
/** Matches runs of Chinese and Japanese characters, which have no spaces, or of letters and digits of other scripts. */
const RUN = new RegExp(`([${DENSE}]+)|((?:(?![${DENSE}])[\\p{L}\\p{N}])+)`, 'gu');

/** Rows of the table by token. */
export type Rows = ReadonlyMap<string, number>;

/** Returns the rows of all known tokens, in order. */
export const rowsOf = (text: string, known: Rows): readonly number[] => {
  const rows: number[] = [];
  for (const [run, dense] of folded(text).matchAll(RUN)) {
    if (dense === undefined) pushWord(run, known, rows);
    else pushGrams(dense, known, rows);
  }
  return rows;
};

const GRAM_MAX = 4;

/** Adds every known part of one to four characters, so that no dictionary is needed to find word boundaries. */
const pushGrams = (run: string, known: Rows, rows: number[]): void => {
  for (let size = 1; size <= GRAM_MAX; size++) {
    for (let at = 0; at + size <= run.length; at++) {
      const row = known.get(run.slice(at, at + size));
      if (row !== undefined) rows.push(row);
    }
  }
};

const STEM_MIN = 4;

const pushWord = (word: string, known: Rows, rows: number[]): void => {
  const row = known.get(word);
  if (row === undefined) rows.push(...partsOf(word, known));
  else rows.push(row);
};

/**
 * Returns rows for an unknown word: of two known words that it consists of, or of its longest known beginning when that is at least half
 * of the word.
 */
const partsOf = (word: string, known: Rows): readonly number[] => {
  for (let at = word.length - STEM_MIN; at >= STEM_MIN; at--) {
    const head = known.get(word.slice(0, at));
    const tail = head === undefined ? undefined : known.get(word.slice(at));
    if (head !== undefined && tail !== undefined) return [head, tail];
  }
  const least = Math.max(STEM_MIN, Math.ceil(word.length / 2));
  for (let at = word.length - 1; at >= least; at--) {
    const row = known.get(word.slice(0, at));
    if (row !== undefined) return [row];
  }
  return [];
};
