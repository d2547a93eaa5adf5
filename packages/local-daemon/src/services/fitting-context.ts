/** A context in what an agent takes. [HK-3] */
import type { ContextOptions, Engine } from '@cairn/core';
import type { ContextInput, ContextResult } from '@cairn/schema';

interface Fitting {
  readonly text: string;
  readonly ids: readonly string[];
  readonly result: ContextResult;
  /** Undefined: the usual. */
  readonly maxTokens: number | undefined;
}

/** The context within the agent's own limit, which is in characters; null when there is nothing to say. */
export const fitting = async (
  engine: Engine,
  input: ContextInput,
  charsMax: number,
  options: ContextOptions,
): Promise<Fitting | null> => {
  let wish: Pick<ContextInput, 'maxTokens'> = {};
  for (;;) {
    const made = await engine.context({ ...input, ...wish, explain: true }, options);
    if (!made.ok) return null;
    const { text, tokens, sections } = made.value;
    const ids = sections.flatMap((section) => section.ids);
    if (ids.length === 0) return null;
    if (text.length <= charsMax) return { text, ids, result: made.value, maxTokens: wish.maxTokens };
    // The engine cuts from the end, so ask for no smaller budget than needed.
    wish = { maxTokens: Math.floor(Math.min(0.9, charsMax / text.length) * tokens) };
  }
};
