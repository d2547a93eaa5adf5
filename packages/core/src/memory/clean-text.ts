/**
 * Cleans a text before anything else looks at it, and makes the form in which texts are compared. Unicode is kept as it is: only
 * control characters and blocks that Cairn wrote go, line ends become `\n`, and white space at both ends is trimmed. [M-1, CX-9]
 */
import { err, hasSeen, LIMITS, ok, type Result } from '@cairn/schema';
import { withoutOwnBlocks } from '../context/echo.ts';

export { countChars } from '@cairn/schema';

/** C0, DEL and C1, but for tab and newline. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for; \p{Cc} takes three times as long.
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; a carriage return is part of a line's end.
const CONTROL_BUT_RETURN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** UTF-16 units of a text as it was sent: four times what cleaning may leave. [TR-9] */
export const UNCLEAN_UNITS_MAX = 4 * LIMITS.rawTextUnitsMax;

/** Such a text is refused before it is cleaned. */
export const isFarTooLong = (raw: string): boolean => raw.length > UNCLEAN_UNITS_MAX;

/** A text without a visible character becomes empty. [RL-24] */
export const cleanText = (raw: string): Result<string, 'lone_surrogate'> => {
  if (!raw.isWellFormed()) return err('lone_surrogate');
  const text = withoutOwnBlocks(raw.replace(/\r\n?/g, '\n').replace(CONTROL, '')).trim();
  return ok(hasSeen(text) ? text : '');
};

/** How many control characters `cleanText` takes out. [RL-24] */
export const countControls = (raw: string): number => raw.match(CONTROL_BUT_RETURN)?.length ?? 0;

/**
 * Two texts with the same form are the same memory: NFC, every run of white space one space. Case,
 * punctuation, digits and compatibility forms stay: `US` is not `us`, `x²` is not `x2`. [M-4]
 */
export const normaliseContent = (text: string): string =>
  text.normalize('NFC').replace(NOT_ONE_SPACE, ' ').trim();

/** Runs of white space, except a single space: most runs are one, and it needs no replacing. */
const NOT_ONE_SPACE = / \s+|[^\S ]\s*/gu;
