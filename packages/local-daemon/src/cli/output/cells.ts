/** Measures text in terminal cells: wide characters and emoji take two, combining marks none. */
import { stripVTControlCharacters } from 'node:util';
import { eastAsianWidth } from 'get-east-asian-width';

/** Below U+0300 every printable character is one cell. */
const ALL_NARROW = /^[\u0020-\u02ff]*$/;
/** The sound marks of halfwidth letters take a cell of their own. */
const HALF = /^[\uff61-\uffdc]+$/;
const EMOJI = /^(?:\p{Regional_Indicator}{2}|[\s\S]+\ufe0f)/u;
/** Marks, joiners, control characters, and vowels inside of a Korean syllable. */
const NOTHING = /^[\p{Mark}\p{Cf}\p{Cc}\u1160-\u11ff]*$/u;

/**
 * Matches one drawn character: a flag, an emoji with its skin tone, a joined family, a keycap digit; else a code point. Does not use
 * Intl.Segmenter, whose first use takes 20 ms: half as long as a whole search.
 */
const CHARACTER =
  /\p{Regional_Indicator}{2}|\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f\u20e3?)?(?:\u200d\p{Emoji}(?:\p{Emoji_Modifier}|\ufe0f)?)*|[\s\S]/gu;

const charactersOf = (text: string): readonly string[] => text.match(CHARACTER) ?? [];

const cellsOfCharacter = (character: string): number => {
  if (NOTHING.test(character)) return 0;
  if (HALF.test(character)) return character.length;
  return EMOJI.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0);
};

/** Returns the cells of a text. Colours take none. */
export const cellsOf = (text: string): number => {
  const plain = text.includes('\u001b') ? stripVTControlCharacters(text) : text;
  if (ALL_NARROW.test(plain)) return plain.length;
  return charactersOf(plain).reduce((sum, character) => sum + cellsOfCharacter(character), 0);
};

/** Cuts a text without colours to at most `max` cells. The last one is "…" if something was cut. */
export const cutToCells = (text: string, max: number): string => {
  // A UTF-16 unit takes at most two cells, so most texts need no measuring.
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

/**
 * Breaks text at spaces into lines of at most `max` cells. A word without spaces, such as a path or an id, stays whole so that it can be
 * copied.
 */
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
