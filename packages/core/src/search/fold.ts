/**
 * Folds letters that people type in more than one way: "café" and "cafe", "Straße" and "Strasse", "Ёлка" and "елка". Questions and texts
 * are compared in this form. [F-1, F-17]
 */

const NOT_ASCII = /[^\0-\x7f]/;
/** The index drops these marks itself. */
const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu;
/** In other scripts a mark makes another word: दिन is "day", दान is "gift". */
const OTHER_MARKS = /([\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ё: 'е',
  ς: 'σ',
};
const FOLDED_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Returns a text in lower case without the marks of Latin, Greek, Arabic and Hebrew letters, in NFKC. */
export const folded = (text: string): string => {
  const plain = text.normalize('NFKC').toLowerCase();
  if (!NOT_ASCII.test(plain)) return plain;
  return withoutMarks(plain, LATIN_MARKS, OTHER_MARKS).replace(
    FOLDED_LETTER,
    (letter) => LETTERS[letter] ?? letter,
  );
};

/** Returns a text as the index folds it: in lower case, without the marks of Latin letters. */
export const foldedByIndex = (text: string): string => withoutMarks(text.toLowerCase(), LATIN_MARKS);

/** Returns the forms of a term that the index tells apart. */
export const formsOf = (term: string): readonly string[] => {
  const plain = folded(term);
  return plain === foldedByIndex(term) ? [term] : [term, plain];
};

const withoutMarks = (text: string, ...marks: readonly RegExp[]): string =>
  marks.reduce((rest, mark) => rest.replace(mark, '$1'), text.normalize('NFD')).normalize('NFC');
