/**
 * Folds letters that people type in more than one way: "café" and "cafe", "Straße" and "Strasse", "Ёлка" and "елка". Questions and texts
 * are compared in this form. [F-1, F-17]
 */

const NOT_ASCII = /[^\0-\x7f]/;
/** Latin, Greek, Arabic and ё, where a letter beyond ASCII may be one with a mark. */
const LETTER = /[\u00c0-\u024f\u0370-\u03ff\u0451\u0622-\u0626\u06c0-\u06d3\u1e00-\u1fff]/g;
/** In scripts not named here a mark makes another word: दिन is "day", दान is "gift". */
const MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
/** Marks that these scripts use beside a letter. */
const MARK =
  /[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\u06d6-\u06ed]|[\u08d3-\u08ff]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/;
const LATIN_MARKS = /(?<=\p{Script=Latin})\p{M}+/gu;

/** The folded form of each letter that was met, because a search folds many texts. */
const letters = new Map<string, string>(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ё: 'е', ς: 'σ' }),
);

const foldedLetter = (letter: string): string => {
  const known = letters.get(letter);
  if (known !== undefined) return known;
  const plain = withoutMarks(letter, MARKS);
  const folded = letters.get(plain) ?? plain;
  letters.set(letter, folded);
  return folded;
};

/** Returns a text in lower case without the marks of Latin, Greek, Arabic and Hebrew letters, in NFKC. */
export const folded = (text: string): string => {
  const plain = text.normalize('NFKC').toLowerCase();
  if (!NOT_ASCII.test(plain)) return plain;
  const spelled = plain.replace(LETTER, foldedLetter);
  return MARK.test(spelled) ? withoutMarks(spelled, MARKS) : spelled;
};

/** Returns a text as the index folds it: in lower case, without the marks of Latin letters. */
export const foldedByIndex = (text: string): string => {
  const plain = text.toLowerCase();
  return NOT_ASCII.test(plain) ? withoutMarks(plain, LATIN_MARKS) : plain;
};

/** Returns the forms of a term that the index tells apart. */
export const formsOf = (term: string): readonly string[] => {
  const plain = folded(term);
  return plain === foldedByIndex(term) ? [term] : [term, plain];
};

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };
/** Not "neue", "quelle" or "michael", where the letters belong to two sounds. */
const SPELLED_UMLAUT = /ae(?!ls?$)|oe|(?<![aeq])ue/g;
const SPELLED_MIN = 4;

/** Returns the other spelling of a German word or name: "mueller" for "müller", and "müller" for "mueller". [F-18] */
export const umlautSpelling = (term: string): string => {
  const spelled = term.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
  if (spelled !== term || term.length < SPELLED_MIN) return spelled;
  return term.replaceAll(SPELLED_UMLAUT, ([first = '']) => `${first}\u0308`).normalize('NFC');
};

const withoutMarks = (text: string, marks: RegExp): string =>
  text.normalize('NFD').replace(marks, '').normalize('NFC');
