/** Text and its sentences. */

/** An abbreviation or an initial before the point, so that it ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|no|nr|st|dr|mr|mrs|ms|prof|fig|ca|z\.b|d\.h|\p{Lu})\.$/iu;
/** The end of a sentence: a mark with white space behind it, or a full-width mark. */
const END = /(?<=[.!?…]["'”’)\]]?)\s+|(?<=[。！？])\s*|\s*\n+\s*/u;

/** Each trimmed, white space collapsed. A line's end ends a sentence too. */
export const sentencesOf = (text: string): readonly string[] => {
  const sentences: string[] = [];
  let open = '';
  for (const piece of text.split(END)) {
    const part = piece.replace(/\s+/gu, ' ').trim();
    if (part === '') continue;
    open = open === '' ? part : `${open} ${part}`;
    if (ABBREVIATION.test(open)) continue;
    sentences.push(open);
    open = '';
  }
  return open === '' ? sentences : [...sentences, open];
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
