/**
 * Removes the invisible parts of text from outside: control characters, which a terminal obeys, and characters that only a model would
 * read. All packages use this module, so that "hidden" means the same everywhere. [TR-10, TR-13, TR-40]
 */
import { speltBy } from './hidden-text.ts';
import { LIMITS } from './limits.ts';
import { sortHidden } from './needed-hidden.ts';

/**
 * Invisible or unreadable characters: Unicode's default-ignorable characters, marks of notes and objects, formats of hieroglyphs, blank
 * characters (U+2800, U+1107F, U+16FE4, U+1D159), private ones beyond the BMP, and unassigned ones.
 */
const RUN =
  /[\p{Default_Ignorable_Code_Point}\p{Cn}\u2800\ufff9-\ufffc\u{1107f}\u{13430}-\u{13440}\u{13447}-\u{13455}\u{16fe4}\u{1d159}\u{f0000}-\u{10ffff}]+/gu;
/** Matches every text with a run, and some without. Several times faster than `RUN`, and most texts do not match. */
const MAY_HIDE = /[^\n\t -\u00ac\u00ae-\u02ff]/;

/** Returns whether the text has more than blanks and hidden characters. */
export const hasSeen = (text: string): boolean => SEEN.test(text);
const SEEN =
  /[^\s\p{Default_Ignorable_Code_Point}\p{Cn}\u2800\ufff9-\ufffc\u{1107f}\u{13430}-\u{13440}\u{13447}-\u{13455}\u{16fe4}\u{1d159}\u{f0000}-\u{10ffff}]/u;

/** Replaces each run of hidden characters with the result of `put`, which gets the needed part, the rest, and the run. */
const replaceHidden = (text: string, put: (kept: string, left: string, run: string) => string): string =>
  MAY_HIDE.test(text)
    ? text.replace(RUN, (run: string, at: number) => {
        const { kept, left } = sortHidden(text, at, at + run.length);
        return put(kept, left, run);
      })
    : text;

/** Removes invisible characters, except those that scripts and emoji need. Everything else stays as written. */
export const withoutHidden = (text: string): string => replaceHidden(text, (kept) => kept);

/** Replaces hidden characters with blanks, so that the length stays. */
export const blankHidden = (text: string): string =>
  replaceHidden(text, (kept, _, run) => kept.padEnd(run.length, ' '));

export interface Revealed {
  readonly text: string;
  /** The number of removed characters. */
  readonly taken: number;
  /** The text that they spell, as far as the encoding is known. */
  readonly hidden: string;
  /** Whether there are so many, and of more than one kind, that they carry a message. */
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

/** Control characters except newline and tab, marks that reverse the direction, and separators of lines and paragraphs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Removes unsafe characters. Carriage returns, and separators of lines and paragraphs, become line breaks. */
export const withoutControls = (text: string): string =>
  text.replace(/[\u2028\u2029]|\r\n?/g, '\n').replace(UNSAFE, '');

/** Escapes unsafe and hidden characters in the strings of a JSON text. The value stays the same. */
export const escapedUnsafe = (json: string): string =>
  replaceHidden(json, (kept, left, run) => (left === '' ? kept : escapes(run))).replace(UNSAFE, escapes);

const escapes = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Returns text that is safe to print, without characters that move a cursor, reverse text, or are read only by a model. */
export const printable = (text: string): string =>
  withoutHidden(text.toWellFormed()).replace(UNSAFE, '\ufffd');

/** Returns a name in one line. A line break in a project's name could forge a line of a list. [TR-13] */
export const oneLine = (name: string): string =>
  BREAKS.test(name) ? name.replace(ALL_BREAKS, ' ').trim() : name;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const ALL_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Returns a text of a server, a model or another program as one printable line, shortened. [TR-13] */
export const fromOutside = (text: string): string => {
  const line = printable(text.slice(0, 4 * LIMITS.outsideTextCharsMax))
    .replace(/\s+/g, ' ')
    .trim();
  const chars = [...line];
  return chars.length <= LIMITS.outsideTextCharsMax
    ? line
    : `${chars.slice(0, LIMITS.outsideTextCharsMax - 1).join('')}…`;
};

/** Returns the marker that replaces a secret. It begins with `[`, so the patterns of secrets do not match it. [G-1] */
export const redactionOf = (kind: string): string => `[redacted: ${kind}]`;

/** Matches all markers in a text. */
export const REDACTIONS = /\[redacted: [^\]\n]{1,64}\]/g;

/** The beginning of every marker, even of one that was cut to the length of a short secret. */
export const REDACTION_START = '[redac';

/** Counts the Unicode code points of well-formed text. An emoji counts as one. */
export const countChars = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
};

/** Returns whether the text has more code points than that. Counts only if it has more UTF-16 units, which are never fewer. */
export const isLongerThan = (text: string, charsMax: number): boolean =>
  text.length > charsMax && countChars(text) > charsMax;

/** Returns whether databases can store the text: valid Unicode without NUL. */
export const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
