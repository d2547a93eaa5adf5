/** A line as somebody pasted it, without the marks of the block it stood in, and how it fits what a memory says. [M-13] */
import type { WhyMatch } from '@cairn/schema';

export interface AskedLine {
  /** Without bullet, source and date. */
  readonly text: string;
  /** The same without the name of a key in front, when there may be one. */
  readonly unnamed: string | null;
  /** `namespace/key`, as a block writes it. */
  readonly path: string | null;
}

const BULLET = /^[\s"'“„«]*(?:(?:[-*•+>]|\d{1,3}[.)]|#{1,6})\s+)*/u;
/** `[agent codex, 2026-11-25]` and `[extract, up to 2026-11-25]`, also where the end was cut off. */
const ORIGIN = /\s\[[^\][]{0,300}\]?$/u;
/** Only from the first of them on: a run that ends elsewhere is walked once. [TR-9] */
const CLOSING = /(?<!["'”“»])["'”“»]+$/u;
const CUT = /(?:…|\.{3})$/u;
const NAMED = /^(?<path>\S{1,300}): (?<rest>.+)$/su;

export const askedLine = (pasted: string): AskedLine => {
  const line = pasted.replace(/\s+/gu, ' ').trim().replace(BULLET, '').replace(CUT, '');
  const text = line.replace(ORIGIN, '').replace(CUT, '').replace(CLOSING, '').trim();
  const { path = null, rest = null } = NAMED.exec(text)?.groups ?? {};
  return { text, unnamed: rest, path };
};

/** Words in lower case with one blank between them: signs and brackets may have been changed when the text was quoted. */
export const plainWords = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ');

/** A shorter piece stands in too many texts. */
const PIECE_CHARS_MIN = 8;

/** Null: it is not the same words, nor are the ones within the others. */
export const fitOf = (line: AskedLine, content: string): Extract<WhyMatch, 'same' | 'part'> | null => {
  const said = plainWords(content);
  const asked = [line.text, ...(line.unnamed === null ? [] : [line.unnamed])].map(plainWords);
  if (asked.includes(said)) return 'same';
  const isWithin = (piece: string, whole: string): boolean =>
    piece.length >= PIECE_CHARS_MIN && whole.includes(piece);
  return asked.some((words) => isWithin(words, said) || isWithin(said, words)) ? 'part' : null;
};

/** The places of the sentences that a line tells, the line being some of them, or a piece of these. */
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
