import { estimateTokenCount } from 'tokenx';
import { countAsciiTokens, isAscii } from '../context/ascii-tokens.ts';

/** About how many tokens a text is to a model. No model's own counting is loaded for it. */
export const countTokens = (text: string): number =>
  isAscii(text) ? countAsciiTokens(text) : estimateTokenCount(text);
