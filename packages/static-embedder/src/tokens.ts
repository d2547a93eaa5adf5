/** A text's tokens, as the training took them: training/words.py does the same, and a test compares both. */

/** Letters without their accents, in lower case. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

const DENSE = '\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005\u3041-\u309f\u30a0-\u30ff';
/** Chinese and Japanese characters, which stand without spaces, or letters and digits of any other script. */
const RUN = new RegExp(`([${DENSE}]+)|((?:(?![${DENSE}])[\\p{L}\\p{N}])+)`, 'gu');

/** Rows of the table by their tokens. */
export type Rows = ReadonlyMap<string, number>;

/** The rows of all tokens that are known, in their order. */
export const rowsOf = (text: string, known: Rows): readonly number[] => {
  const rows: number[] = [];
  for (const [run, dense] of folded(text).matchAll(RUN)) {
    if (dense === undefined) pushWord(run, known, rows);
    else pushGrams(dense, known, rows);
  }
  return rows;
};

const GRAM_MAX = 4;

/** Every part of one to four characters that is known: no dictionary has to say where a word ends. */
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

/** Of a word that is not known: two known words that it is made of, else the longest known beginning that is half of it. */
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
