/**
 * Cleans a text before anything else reads it, and normalises texts so that they can be compared. Cleaning removes control characters
 * and blocks that Cairn wrote, turns line ends into `\n` and trims white space. All other Unicode stays. [M-1, CX-9]
 */
import { err, hasSeen, LIMITS, ok, type Result } from '@cairn/schema';
import { withoutOwnBlocks } from '../context/echo.ts';

export { countChars } from '@cairn/schema';

/** Control characters (C0, DEL and C1) except tab and newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern looks for them; \p{Cc} takes three times as long.
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, without the carriage return, which is part of a line end.
const CONTROL_BUT_RETURN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** The most UTF-16 units of a text as sent: four times the limit after cleaning. [TR-9] */
export const UNCLEAN_UNITS_MAX = 4 * LIMITS.rawTextUnitsMax;

/** Whether a text is so long that it is refused before it is cleaned. */
export const isFarTooLong = (raw: string): boolean => raw.length > UNCLEAN_UNITS_MAX;

/** Returns the cleaned text. A text without a visible character becomes empty. [RL-24] */
export const cleanText = (raw: string): Result<string, 'lone_surrogate'> => {
  if (!raw.isWellFormed()) return err('lone_surrogate');
  const text = withoutOwnBlocks(raw.replace(/\r\n?/g, '\n').replace(CONTROL, '')).trim();
  return ok(hasSeen(text) ? text : '');
};

/** Returns how many control characters `cleanText` removes. [RL-24] */
export const countControls = (raw: string): number => raw.match(CONTROL_BUT_RETURN)?.length ?? 0;

/**
 * Returns the form in which two texts are compared: NFC, with every run of white space as one space. Texts with the same form are the
 * same memory. Case, punctuation, digits and compatibility forms stay: `US` is not `us`, `x²` is not `x2`. [M-4]
 */
export const normaliseContent = (text: string): string =>
  text.normalize('NFC').replace(NOT_ONE_SPACE, ' ').trim();

/** Runs of white space other than one plain space. Most runs are one plain space, which needs no replacement. */
const NOT_ONE_SPACE = / \s+|[^\S ]\s*/gu;

/** Returns the name of a device as its memories carry it: no control or half characters, and within the limit. Others keep no other. [TR-6] */
export const deviceNameOf = (name: string): string =>
  [
    ...name
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  ]
    .slice(0, LIMITS.deviceNameCharsMax)
    .join('');
