/** Text and its sentences. */

/** An abbreviation or an initial before the point, so that it ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|no|nr|st|dr|mr|mrs|ms|prof|fig|ca|z\.b|d\.h|\p{Lu})\.$/iu;
/** "3. Oktober", "1. Build it": a number that begins a sentence is no sentence. */
const ORDINAL = /^\d{1,3}\.$/;
/** Behind a sentence of an extract. */
const DATE = /^\(\d{4}-\d{2}-\d{2}\)$/;
/** The end of a sentence: a mark with white space behind it, or a full-width mark. */
const END = /(?<=[.!?…]["'”’)\]]?)\s+|(?<=[。！？])\s*|(?<!\s)\s*\n\s*/u;

/** Each trimmed, white space collapsed. A line's end ends a sentence too. */
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

/** The marks with which a list, a task, a heading or a quotation begins its lines. */
const LINE_MARKS = /^[ \t]*(?:(?:[-*+•]|#{1,6}|>+)[ \t]+)+(?:\[[ xX]\][ \t]+)?/gmu;
const NUMBERS = /^[ \t]*\d{1,3}[.)][ \t]+/gmu;

/** The same, without the marks of Markdown lines. One number alone may be a part of what is said; two are a list. */
export const unmarkedSentencesOf = (text: string): readonly string[] => {
  const plain = text.replace(LINE_MARKS, '');
  return sentencesOf((plain.match(NUMBERS)?.length ?? 0) > 1 ? plain.replace(NUMBERS, '') : plain);
};

/** Cut at a word's end within `charsMax`, with an ellipsis. Characters are UTF-16 units; no pair is cut in two. */
export const shorten = (text: string, charsMax: number): string => {
  if (text.length <= charsMax) return text;
  const cut = text
    .slice(0, charsMax - 1)
    .toWellFormed()
    .replace(/\uFFFD$/u, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > charsMax / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
};
