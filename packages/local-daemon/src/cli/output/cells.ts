/** How much room text takes on a terminal: wide characters and emoji are two cells, marks that combine none. */

import { eastAsianWidth } from 'get-east-asian-width';

/** Below it every character that can be printed is one cell. */
const ALL_NARROW = /^[\u0020-\u02ff]*$/;
/** The sound marks of halfwidth letters stand in cells of their own. */
const HALF = /^[\uff61-\uffdc]+$/;
const EMOJI = /^(?:\p{Regional_Indicator}{2}|[\s\S]+\ufe0f)/u;
/** Marks, joiners, and the vowels that stand inside of a Korean syllable. */
const NOTHING = /^[\p{Mark}\p{Cf}\p{Cc}\u1160-\u11ff]*$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const PAINT = /\u001b\[[\d;]*m/g;

/**
 * One drawn character: a flag, an emoji with its skin, a family of joined ones, a digit on a key; else a code point. Does not
 * use Intl.Segmenter: its first use takes 20 ms, half as long as a whole search.
 */
const CHARACTER =
  /\p{Regional_Indicator}{2}|\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f\u20e3?)?(?:\u200d\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f)?)*|[\s\S]/gu;

const charactersOf = (text: string): readonly string[] => text.match(CHARACTER) ?? [];

const cellsOfCharacter = (character: string): number => {
  if (NOTHING.test(character)) return 0;
  if (HALF.test(character)) return character.length;
  return EMOJI.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0);
};

/** Colours take no room. */
export const cellsOf = (text: string): number => {
  const plain = text.includes('\u001b') ? text.replace(PAINT, '') : text;
  if (ALL_NARROW.test(plain)) return plain.length;
  return charactersOf(plain).reduce((sum, character) => sum + cellsOfCharacter(character), 0);
};

/** At most `max` cells, the last of which is "…" when something was cut. Without colours. */
export const cutToCells = (text: string, max: number): string => {
  // No UTF-16 unit takes more than two: most texts need not be measured.
  if (text.length * 2 <= max || cellsOf(text) <= max) return text;
  let kept = '';
  let cells = 1;
  for (const character of charactersOf(text)) {
    cells += cellsOfCharacter(character);
    if (cells > max) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
};

export const padCells = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const gap = ' '.repeat(Math.max(0, width - cellsOf(text)));
  return align === 'right' ? gap + text : text + gap;
};

/** Lines of at most `max` cells, broken at spaces; what has none, such as a path or an id, stays whole so that it can be copied. */
export const wrapCells = (text: string, max: number | null): readonly string[] => {
  if (max === null || cellsOf(text) <= max) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && cellsOf(longer) > max) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
};
