/**
 * Memory is quoted to a model as data inside `<memory>`. Nothing that was saved may close that fence or look like a role's
 * tag, however it is spelt. [CX-5]
 */

const NAMES = [
  'memory',
  'system',
  'assistant',
  'user',
  'human',
  'developer',
  'instruction',
  'instructions',
  'tool',
  'function',
  'inst',
  'sys',
  'im_start',
  'im_end',
  'start_of_turn',
  'end_of_turn',
];

/** The letter in its plain and its full-width form, with invisible characters allowed before it. */
const letter = (char: string): string => {
  const wide = /[a-z]/.test(char) ? String.fromCodePoint(char.charCodeAt(0) + 0xfee0) : '';
  return `\\p{Cf}*[${char}${wide}]`;
};
const GAP = String.raw`[\s\p{Cf}]*`;
const NAME = NAMES.map((name) => [...name].map(letter).join('')).join('|');

/** Angle brackets, and the square ones of `[INST]`, before such a name. */
const TAG_START = new RegExp(`[<＜]+(?=${GAP}[/／|｜]?${GAP}(?:${NAME}))`, 'giu');
const SPECIAL_TOKEN = /[<＜]\|/gu;
const INST = /\[(?=\s*\/?\s*(?:inst|sys)\s*\])/giu;

/** Tags that could be taken for the fence's or a role's lose their bracket; everything else stays as it is. */
export const defuse = (content: string): string =>
  content.replace(TAG_START, '‹').replace(SPECIAL_TOKEN, '‹|').replace(INST, '(');

/** The same on one line, white space collapsed. */
export const quoteForContext = (content: string): string => defuse(content.replace(/\s+/gu, ' ').trim());

/** A name inside square brackets: no bracket, no line break of its own. */
export const quoteName = (name: string): string => quoteForContext(name).replace(/[[\]]/g, ' ').trim();
