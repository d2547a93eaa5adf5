/** Checks that the model answers. Asks for one word in the same way as every other question. [OP-11, SU-6] */
import { type ModelTestResult, ok } from '@cairn/schema';
import type { ModelAsker, NoAnswer } from '../summaries/ask-model.ts';

const ANSWER_CHARS_MAX = 80;
/** Models that think before they answer need this many tokens. */
const ANSWER_TOKENS_MAX = 200;

const ANSWER = {
  name: 'word',
  schema: {
    type: 'object',
    properties: { word: { type: 'string' } },
    required: ['word'],
    additionalProperties: false,
  },
};

/** Problems that the last error does not tell. */
const PROBLEMS: { readonly [W in NoAnswer]?: string } = {
  off: 'No model is configured.',
  capped: "Today's tokens are used up. Raise the cap, or wait until tomorrow.",
};

export const testModel = async (asker: ModelAsker, steadyMs: () => number): Promise<ModelTestResult> => {
  // A person waits for the result, so a recent failure does not delay the call.
  asker.wake();
  const startMs = steadyMs();
  const answer = await asker.ask({
    purpose: 'test',
    messages: [{ role: 'user', content: 'Reply with the single word: ready' }],
    format: { answer: ANSWER, answerTokensMax: ANSWER_TOKENS_MAX },
    read: (text) => ok(wordOf(text)),
  });
  const ms = Math.round(steadyMs() - startMs);
  if (!answer.ok)
    return {
      ...{ ok: false, model: null, answer: null, ms, tokens: 0 },
      problem: PROBLEMS[answer.error] ?? asker.state()?.lastError?.message ?? 'It gave no answer.',
    };
  const { value, model, tokens } = answer.value;
  return { ok: true, model, answer: value, ms, tokens, problem: null };
};

const wordOf = (text: string): string => {
  const said = /"word"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? text;
  return [...said.trim()].slice(0, ANSWER_CHARS_MAX).join('');
};
