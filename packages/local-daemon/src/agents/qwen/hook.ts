/**
 * Adapter of Qwen Code's hooks. Source: docs/users/features/hooks.md of its repository, read on 2026-11-25. Qwen also
 * calls the prompt hook with an empty `prompt`, before it sends a tool's output to the model. `submitted_prompt` is the
 * person's text, if Qwen has it.
 */
import { parseClaudeStyle, renderClaudeStyle } from '../claude-style-hook.ts';
import type { HookAdapter } from '../hook-event.ts';
import { anyField, readFields, textField } from '../hook-fields.ts';

const FIELDS = { submitted_prompt: textField };
/** Field of a tool's output that the model reads. The other fields repeat the text for people. */
const RESPONSE = { llmContent: anyField, error: anyField };

export const qwenHook: HookAdapter = {
  agent: 'qwen',
  parse: (kind, input) => {
    const event = parseClaudeStyle('qwen', kind, input);
    const { llmContent, error } = readFields(RESPONSE, event.tool?.output);
    const output = error == null ? (llmContent ?? event.tool?.output) : { llmContent, error };
    const tool = event.tool === null ? null : { ...event.tool, output };
    return { ...event, tool, prompt: readFields(FIELDS, input).submitted_prompt ?? event.prompt };
  },
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: renderClaudeStyle({ 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' }),
};
