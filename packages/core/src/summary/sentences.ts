/** An abbreviation or an initial before a point that ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|no|nr|st|dr|mr|mrs|ms|prof|fig|ca|z\.b|d\.h|\p{Lu})\.$/iu;
/** A number at the beginning, which is no sentence: "3. Oktober", "1. Build it". */
const ORDINAL = /^\d{1,3}\.$/;
/** A number in the middle that may be an ordinal: "am 3. Oktober", "im 2. Stock". */
const ENDS_IN_ORDINAL = /(?:^|\s)(\S{1,12})\s\d{1,2}\.$/u;
/** German words before an ordinal, of which English and others end no sentence with a number. */
const BEFORE_ORDINAL = /^(?:der|des|dem|den|das|im|beim|vom|zum|zur|jede[nrms]?|jeweils)$/iu;
const MONTH =
  /^(?:\d{1,2}\.|(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?![\p{L}])|(?:Jan|Feb|Mrz|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez)\.)/u;

/** Whether a point at the end belongs to a number, and the next part goes on with the sentence. */
const isOrdinalBefore = (open: string, next: string): boolean => {
  const before = ENDS_IN_ORDINAL.exec(open)?.[1];
  return before !== undefined && (BEFORE_ORDINAL.test(before) || MONTH.test(next));
};

/** The date after a sentence of an extract. */
const DATE = /^\(\d{4}-\d{2}-\d{2}\)$/;
/** The end of a sentence: a mark before white space, or a full-width mark. */
const END = /(?<=[.!?…]["'”’)\]]?)\s+|(?<=[。！？])\s*|(?<!\s)\s*\n\s*/u;

/** Returns the sentences, trimmed, with single spaces. A line's end also ends a sentence. */
export const sentencesOf = (text: string): readonly string[] => {
  const sentences: string[] = [];
  let open = '';
  const parts = text
    .split(END)
    .map((piece) => piece.replace(/\s+/gu, ' ').trim())
    .filter((part) => part !== '');
  for (const [at, part] of parts.entries()) {
    const last = sentences.at(-1);
    if (DATE.test(part) && open === '' && last !== undefined) {
      sentences[sentences.length - 1] = `${last} ${part}`;
      continue;
    }
    open = open === '' ? part : `${open} ${part}`;
    if (ABBREVIATION.test(open) || ORDINAL.test(open) || isOrdinalBefore(open, parts[at + 1] ?? '')) continue;
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
