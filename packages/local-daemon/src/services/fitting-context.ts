/** Fits a context into the size that an agent takes. [HK-3] */
import type { Answer, ContextOptions } from '@cairn/core';
import type { ContextInput, ContextResult } from '@cairn/schema';

/**
 * Returns the context within the agent's limit in characters. Null when there is nothing to say. `maxTokens`: undefined
 * means the default.
 */
export const fitting = async (
  file: { context(input: ContextInput, options: ContextOptions): Answer<ContextResult> },
  input: ContextInput,
  charsMax: number,
  options: ContextOptions,
) => {
  let wish: Pick<ContextInput, 'maxTokens'> = {};
  for (;;) {
    const made = await file.context({ ...input, ...wish, explain: true }, options);
    if (!made.ok) return null;
    const { text, tokens, sections } = made.value;
    const ids = sections.flatMap((section) => section.ids);
    if (ids.length === 0) return null;
    if (text.length <= charsMax) return { text, ids, result: made.value, maxTokens: wish.maxTokens };
    // The engine cuts from the end, so the budget shrinks no more than needed.
    wish = { maxTokens: Math.floor(Math.min(0.9, charsMax / text.length) * tokens) };
  }
};
