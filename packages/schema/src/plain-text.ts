/**
 * Text that comes from outside, as far as people can see it: no control characters for a terminal, nothing that only a model
 * would read. Every package uses these, so that what is hidden is one thing everywhere. [TR-10, TR-13, TR-40]
 */
import { speltBy } from './hidden-text.ts';
import { LIMITS } from './limits.ts';
import { sortHidden } from './needed-hidden.ts';

/**
 * Nobody sees these, or nobody can read them: Unicode's default-ignorable characters, the marks of notes and objects, formats of
 * hieroglyphs, characters that are drawn as nothing (U+2800, U+1107F, U+16FE4, U+1D159), private ones beyond the BMP, and those
 * that Unicode has not given out.
 */
const RUN =
  /[\p{Default_Ignorable_Code_Point}\p{Cn}\u2800\ufff9-\ufffc\u{1107f}\u{13430}-\u{13440}\u{13447}-\u{13455}\u{16fe4}\u{1d159}\u{f0000}-\u{10ffff}]+/gu;
/** Only what is beyond Latin-1, and the soft hyphen, can be in a run; looking for that alone is several times cheaper. */
const MAY_HIDE = /[^\n\t -\u00ac\u00ae-\u02ff]/;

/** Whether anything of it is seen: a text of blanks and hidden characters says nothing. */
export const hasSeen = (text: string): boolean => SEEN.test(text);
const SEEN =
  /[^\s\p{Default_Ignorable_Code_Point}\p{Cn}\u2800\ufff9-\ufffc\u{1107f}\u{13430}-\u{13440}\u{13447}-\u{13455}\u{16fe4}\u{1d159}\u{f0000}-\u{10ffff}]/u;

/** Each run of hidden characters as `put` says; it is told what a reader needs, and what has to go. */
const replaceHidden = (text: string, put: (kept: string, left: string, run: string) => string): string =>
  MAY_HIDE.test(text)
    ? text.replace(RUN, (run: string, at: number) => {
        const { kept, left } = sortHidden(text, at, at + run.length);
        return put(kept, left, run);
      })
    : text;

/** Without characters that nobody sees, but for those that scripts and emoji need. Everything else is as it was written. */
export const withoutHidden = (text: string): string => replaceHidden(text, (kept) => kept);

/** The same, as long as it was: blanks in place of what is hidden. */
export const blankHidden = (text: string): string =>
  replaceHidden(text, (kept, _, run) => kept.padEnd(run.length, ' '));

export interface Revealed {
  readonly text: string;
  /** How many characters were taken out. */
  readonly taken: number;
  /** The text that they spell, as far as it is known how. */
  readonly hidden: string;
  /** Whether they are so many, of more than one kind, that they say something. */
  readonly carries: boolean;
}

export const revealHidden = (text: string): Revealed => {
  const codes: number[] = [];
  const shown = replaceHidden(text, (kept, left) => {
    for (const char of left) codes.push(char.codePointAt(0) ?? 0);
    return kept;
  });
  return { text: shown, taken: codes.length, ...speltBy(codes) };
};

/** Control characters but newline and tab, marks that turn the direction round, and separators of lines and paragraphs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Without what is not safe to print; separators of lines and paragraphs are line breaks. */
export const withoutControls = (text: string): string =>
  text.replace(/[\u2028\u2029]|\r\n?/g, '\n').replace(UNSAFE, '');

/** JSON of the same value, whose strings hold none of these, and nothing that only a model would read. */
export const escapedUnsafe = (json: string): string =>
  replaceHidden(json, (kept, left, run) => (left === '' ? kept : escapes(run))).replace(UNSAFE, escapes);

const escapes = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Safe to print: nothing in it moves a cursor, turns text round or is read by a model alone. */
export const printable = (text: string): string =>
  withoutHidden(text.toWellFormed()).replace(UNSAFE, '\ufffd');

/** A name of one line. A line break in a project's name would forge a line of a list. [TR-13] */
export const oneLine = (name: string): string =>
  BREAKS.test(name) ? name.replace(ALL_BREAKS, ' ').trim() : name;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const ALL_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** The words of a server, a model or another program, where they come in: one line, printable, capped. [TR-13] */
export const fromOutside = (text: string): string => {
  const line = printable(text.slice(0, 4 * LIMITS.outsideTextCharsMax))
    .replace(/\s+/g, ' ')
    .trim();
  const chars = [...line];
  return chars.length <= LIMITS.outsideTextCharsMax
    ? line
    : `${chars.slice(0, LIMITS.outsideTextCharsMax - 1).join('')}…`;
};

/** The mark that stands in a text for a secret. It begins with `[`, so the shapes of secrets know that it is no secret. [G-1] */
export const redactionOf = (kind: string): string => `[redacted: ${kind}]`;

/** All of them in a text. */
export const REDACTIONS = /\[redacted: [^\]\n]{1,64}\]/g;

/** As each begins, even one that was cut to the length of a short secret. */
export const REDACTION_START = '[redac';

/** Unicode code points of well-formed text: an emoji counts as one. */
export const countChars = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
};

/** No text has more characters than units, so most need not be counted. */
export const isLongerThan = (text: string, charsMax: number): boolean =>
  text.length > charsMax && countChars(text) > charsMax;

/** Valid Unicode without NUL, which databases do not keep. */
export const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
