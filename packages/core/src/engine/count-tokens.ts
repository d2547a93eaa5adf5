import { estimateTokenCount } from 'tokenx';

/** About how many tokens a text is to a model. No model's own counting is loaded for it. */
export const countTokens = (text: string): number => estimateTokenCount(text);
