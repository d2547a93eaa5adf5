import { estimateTokenCount } from 'tokenx';
import { countAsciiTokens, isAscii } from '../context/ascii-tokens.ts';

/** About how many tokens a text is to a model. No model's own counting is loaded for it. */
export const countTokens = (text: string): number =>
  isAscii(text) ? countAsciiTokens(text) : estimateTokenCount(text);

/** Only so much of a longer text is counted, which tells of the rest: counting takes time. */
const COUNTED_UNITS = 4_000;

/** Near enough for budgets, whatever the length. */
export const countLongText = (text: string): number =>
  text.length <= COUNTED_UNITS
    ? countTokens(text)
    : Math.ceil((countTokens(text.slice(0, COUNTED_UNITS)) * text.length) / COUNTED_UNITS);
