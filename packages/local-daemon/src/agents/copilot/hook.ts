/**
 * Adapter of Copilot CLI's hooks:
 * https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference. Before Copilot 1.0.65, a
 * prompt hook's output did not reach the model. The assistant's words are only in the transcript.
 */
import type { HookAdapter } from '../hook-event.ts';
import { anyField, emptyEvent, jsonField, readFields, textField, toolUse } from '../hook-fields.ts';

const FIELDS = {
  sessionId: textField,
  cwd: textField,
  source: textField,
  prompt: textField,
  toolName: textField,
  toolArgs: jsonField,
  toolResult: anyField,
  transcriptPath: textField,
};
const RESULT = { textResultForLlm: textField };

export const copilotHook: HookAdapter = {
  agent: 'copilot',
  parse: (kind, input) => {
    const fields = readFields(FIELDS, input);
    const { textResultForLlm } = readFields(RESULT, fields.toolResult);
    return {
      ...emptyEvent('copilot', kind),
      session: fields.sessionId,
      cwd: fields.cwd,
      source: fields.source,
      prompt: fields.prompt,
      tool: toolUse(fields.toolName, fields.toolArgs, textResultForLlm),
      transcript: fields.transcriptPath,
    };
  },
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: (_, context) => ({ additionalContext: context }),
};
