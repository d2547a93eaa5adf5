/** Compares a pasted line with memories. The marks of the block that it came from are removed first. [M-13] */
import type { WhyMatch } from '@cairn/schema';

const BULLET = /^[\s"'“„«]*(?:(?:[-*•+>]|\d{1,3}[.)]|#{1,6})\s+)*/u;
/** The source at the end, even cut off: `[agent codex, 2026-11-25]` or `[extract, up to 2026-11-25]`. */
const ORIGIN = /\s\[[^\][]{0,300}\]?$/u;
/** Closing quotes. The lookbehind starts a match only at the first quote of a run, so each run is read once. [TR-9] */
const CLOSING = /(?<!["'”“»])["'”“»]+$/u;
const CUT = /(?:…|\.{3})$/u;
const NAMED = /^(?<path>\S{1,300}): (?<rest>.+)$/su;

export type AskedLine = ReturnType<typeof askedLine>;

/**
 * Returns the line without bullet, source and date; the line without the name of a key before it, null when it has
 * none; and `namespace/key` as a block writes it.
 */
export const askedLine = (pasted: string) => {
  const line = pasted.replace(/\s+/gu, ' ').trim().replace(BULLET, '').replace(CUT, '');
  const text = line.replace(ORIGIN, '').replace(CUT, '').replace(CLOSING, '').trim();
  const { path = null, rest = null } = NAMED.exec(text)?.groups ?? {};
  return { text, unnamed: rest, path };
};

/** Returns the words in lower case with single spaces, without punctuation, which a quotation may change. */
export const plainWords = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ');

/** The fewest characters of a part. A shorter one is in too many texts. */
const PIECE_CHARS_MIN = 8;

/** Returns `same` for equal words, `part` when one text contains the other, else null. */
export const fitOf = (line: AskedLine, content: string): Extract<WhyMatch, 'same' | 'part'> | null => {
  const said = plainWords(content);
  const asked = [line.text, ...(line.unnamed === null ? [] : [line.unnamed])].map(plainWords);
  if (asked.includes(said)) return 'same';
  const isWithin = (piece: string, whole: string): boolean =>
    piece.length >= PIECE_CHARS_MIN && whole.includes(piece);
  return asked.some((words) => isWithin(words, said) || isWithin(said, words)) ? 'part' : null;
};

/** Returns the indexes of the sentences that the line contains, or that contain it. */
export const placesIn = (line: AskedLine, sentences: readonly string[]): readonly number[] => {
  const asked = plainWords(line.text);
  const words = sentences.map(plainWords);
  const whole = words.join(' ');
  const from = asked.length < PIECE_CHARS_MIN ? -1 : whole.indexOf(asked);
  if (from < 0)
    return words.flatMap((one, at) => (one.length >= PIECE_CHARS_MIN && asked.includes(one) ? [at] : []));
  const places: number[] = [];
  let start = 0;
  for (const [at, one] of words.entries()) {
    if (start < from + asked.length && start + one.length > from) places.push(at);
    start += one.length + 1;
  }
  return places;
};
