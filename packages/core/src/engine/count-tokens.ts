import { estimateTokenCount } from 'tokenx';
import { countAsciiTokens, isAscii } from '../context/ascii-tokens.ts';

/** Estimates the tokens of a text, without the tokenizer of any model. */
export const countTokens = (text: string): number =>
  isAscii(text) ? countAsciiTokens(text) : estimateTokenCount(text);

/** Counted parts of a longer text, and the UTF-16 units of each. The rest is extrapolated, because counting takes time. */
const PARTS = 8;
const PART_UNITS = 500;
const COUNTED_UNITS = PARTS * PART_UNITS;

/** Estimates the tokens of a text of any length. Counts parts at even distances, because a text can change its language. */
export const countLongText = (text: string): number => {
  if (text.length <= COUNTED_UNITS) return countTokens(text);
  const distance = (text.length - PART_UNITS) / (PARTS - 1);
  const parts = Array.from({ length: PARTS }, (_, n) => {
    const from = Math.floor(n * distance);
    return text.slice(from, from + PART_UNITS);
  });
  return Math.ceil((countTokens(parts.join('')) * text.length) / COUNTED_UNITS);
};
