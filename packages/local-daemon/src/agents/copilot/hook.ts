/**
 * Adapter of Copilot CLI's hooks:
 * https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference. Before Copilot 1.0.65, a
 * prompt hook's output did not reach the model. The assistant's words are only in the transcript.
 */
import type { HookAdapter } from '../hook-event.ts';
import { emptyEvent, fieldsIn, toolUse } from '../hook-fields.ts';

export const copilotHook: HookAdapter = {
  agent: 'copilot',
  parse: (kind, input) => {
    const { any, json, text } = fieldsIn(input);
    const output = fieldsIn(any('toolResult')).text('textResultForLlm');
    return {
      ...emptyEvent('copilot', kind),
      session: text('sessionId'),
      cwd: text('cwd'),
      source: text('source'),
      prompt: text('prompt'),
      tool: toolUse(text('toolName'), json('toolArgs'), output),
      transcript: text('transcriptPath'),
    };
  },
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: (_, context) => ({ additionalContext: context }),
};
