/**
 * Adapter of Qwen Code's hooks. Source: docs/users/features/hooks.md of its repository, read on 2026-11-25. Qwen also
 * calls the prompt hook with an empty `prompt`, before it sends a tool's output to the model. `submitted_prompt` is the
 * person's text, if Qwen has it.
 */
import { claudeStyleHook, parseClaudeStyle } from '../claude-style-hook.ts';
import { withModelOutput } from '../gemini/hook.ts';
import type { HookAdapter } from '../hook-event.ts';
import { fieldsIn } from '../hook-fields.ts';

export const qwenHook: HookAdapter = {
  ...claudeStyleHook('qwen'),
  parse: (kind, input) => {
    const event = withModelOutput(parseClaudeStyle('qwen', kind, input));
    return { ...event, prompt: fieldsIn(input).text('submitted_prompt') ?? event.prompt };
  },
};
