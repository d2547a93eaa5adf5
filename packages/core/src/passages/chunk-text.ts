/** Splits long texts into pieces that search finds and shows separately: at most 640 units, with at most 96 in the next piece too. [F-2] */
import { atCodePoint, skipSpace } from '../search/snippet.ts';

export interface Piece {
  /** Offset in UTF-16 units. The piece is `text.slice(start, stop)`, without white space at its ends. */
  readonly start: number;
  readonly stop: number;
}

export interface ChunkSizes {
  readonly unitsMax: number;
  readonly overlap: number;
}

const SIZES: ChunkSizes = { unitsMax: 640, overlap: 96 };

/** Splits a text, preferably at the end of a paragraph, then of a sentence, a line or a word. White space alone gives no piece. */
export const chunkText = (text: string, sizes: ChunkSizes = SIZES): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (let start = skipSpace(text, 0); start < text.length; ) {
    const end = endOf(text, start, sizes);
    pieces.push({ start, stop: withoutSpace(text, start, end) });
    const rest = skipSpace(text, end);
    if (rest >= text.length) break;
    start = nextStart(text, start, end, rest, sizes);
  }
  return pieces;
};

/** Returns the best end in the second half of a full piece. */
const endOf = (text: string, start: number, { unitsMax }: ChunkSizes): number => {
  const furthest = start + unitsMax;
  if (furthest >= text.length) return text.length;
  const half = start + Math.ceil(unitsMax / 2);
  const tail = text.slice(half, furthest);
  for (const boundary of BOUNDARIES) {
    const last = lastMatch(tail, boundary);
    if (last !== null) return half + last;
  }
  return atCodePoint(text, furthest);
};

/** The ends of paragraphs, sentences, lines and words. */
const BOUNDARIES = [/\n[ \t]*\n/g, /[.!?](?=\s)|[。！？]/g, /\n/g, /\s/g] as const;

/** Returns the offset after the last match, or null. */
const lastMatch = (text: string, pattern: RegExp): number | null => {
  let end: number | null = null;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
};

/** Returns the start of the next piece. The overlap begins at a sentence, else at a word; else there is no overlap. */
const nextStart = (
  text: string,
  start: number,
  end: number,
  rest: number,
  { overlap }: ChunkSizes,
): number => {
  const earliest = Math.max(start + 1, end - overlap);
  const shared = text.slice(earliest, end);
  const sentence =
    /(?<=[.!?])\s+(?=\S)|(?<=[。！？])(?=\S)|\n+(?=\S)/u.exec(shared) ?? /\s+(?=\S)/u.exec(shared);
  return sentence === null ? rest : earliest + sentence.index + sentence[0].length;
};

const withoutSpace = (text: string, start: number, end: number): number => {
  let at = end;
  while (at > start && /\s/u.test(text.charAt(at - 1))) at--;
  return at;
};
