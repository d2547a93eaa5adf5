import { estimateTokenCount } from 'tokenx';
import { countAsciiTokens, isAscii } from '../context/ascii-tokens.ts';

/** Estimates the tokens of a text, without the tokenizer of any model. */
export const countTokens = (text: string): number =>
  isAscii(text) ? countAsciiTokens(text) : estimateTokenCount(text);

/** UTF-16 units of a longer text that are counted. The rest is extrapolated from them, because counting takes time. */
const COUNTED_UNITS = 4_000;

/** Estimates the tokens of a text of any length. Assumes that the rest of a long text is like its beginning. */
export const countLongText = (text: string): number =>
  text.length <= COUNTED_UNITS
    ? countTokens(text)
    : Math.ceil((countTokens(text.slice(0, COUNTED_UNITS)) * text.length) / COUNTED_UNITS);
