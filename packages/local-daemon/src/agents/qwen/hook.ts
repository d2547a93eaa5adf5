/**
 * Adapter of Qwen Code's hooks: docs/users/features/hooks.md of its repository, read on 2026-11-25. Qwen calls the
 * prompt's hook again before it sends a tool's output, with an empty `prompt`. `submitted_prompt` is the person's text,
 * if it is known.
 */
import { parseClaudeStyle, renderClaudeStyle } from '../claude-style-hook.ts';
import type { HookAdapter } from '../hook-event.ts';
import { anyField, readFields, textField } from '../hook-fields.ts';

const FIELDS = { submitted_prompt: textField };
/** Field of a tool's output for the model. The fields beside it repeat the text for people. */
const RESPONSE = { llmContent: anyField };

export const qwenHook: HookAdapter = {
  agent: 'qwen',
  parse: (kind, input) => {
    const event = parseClaudeStyle('qwen', kind, input);
    const output = readFields(RESPONSE, event.tool?.output).llmContent ?? event.tool?.output;
    const tool = event.tool === null ? null : { ...event.tool, output };
    return { ...event, tool, prompt: readFields(FIELDS, input).submitted_prompt ?? event.prompt };
  },
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: renderClaudeStyle({ 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' }),
};
