/** An abbreviation or an initial before a point that ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|no|nr|st|dr|mr|mrs|ms|prof|fig|ca|z\.b|d\.h|\p{Lu})\.$/iu;
/** A number at the beginning, which is no sentence: "3. Oktober", "1. Build it". */
const ORDINAL = /^\d{1,3}\.$/;
/** The date after a sentence of an extract. */
const DATE = /^\(\d{4}-\d{2}-\d{2}\)$/;
/** The end of a sentence: a mark before white space, or a full-width mark. */
const END = /(?<=[.!?…]["'”’)\]]?)\s+|(?<=[。！？])\s*|(?<!\s)\s*\n\s*/u;

/** Returns the sentences, trimmed, with single spaces. A line's end also ends a sentence. */
export const sentencesOf = (text: string): readonly string[] => {
  const sentences: string[] = [];
  let open = '';
  for (const piece of text.split(END)) {
    const part = piece.replace(/\s+/gu, ' ').trim();
    if (part === '') continue;
    const last = sentences.at(-1);
    if (DATE.test(part) && open === '' && last !== undefined) {
      sentences[sentences.length - 1] = `${last} ${part}`;
      continue;
    }
    open = open === '' ? part : `${open} ${part}`;
    if (ABBREVIATION.test(open) || ORDINAL.test(open)) continue;
    sentences.push(open);
    open = '';
  }
  return open === '' ? sentences : [...sentences, open];
};

/** The marks with which lines of a list, a task, a heading or a quotation begin. */
const LINE_MARKS = /^[ \t]*(?:(?:[-*+•]|#{1,6}|>+)[ \t]+)+(?:\[[ xX]\][ \t]+)?/gmu;
const NUMBERS = /^[ \t]*\d{1,3}[.)][ \t]+/gmu;

/** Returns the sentences without Markdown marks. A single leading number may be part of the text; two or more are a list. */
export const unmarkedSentencesOf = (text: string): readonly string[] => {
  const plain = text.replace(LINE_MARKS, '');
  return sentencesOf((plain.match(NUMBERS)?.length ?? 0) > 1 ? plain.replace(NUMBERS, '') : plain);
};

/** Cuts a text at the end of a word within `charsMax` UTF-16 units, and adds an ellipsis. It splits no surrogate pair. */
export const shorten = (text: string, charsMax: number): string => {
  if (text.length <= charsMax) return text;
  const cut = text
    .slice(0, charsMax - 1)
    .toWellFormed()
    .replace(/\uFFFD$/u, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > charsMax / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
};
