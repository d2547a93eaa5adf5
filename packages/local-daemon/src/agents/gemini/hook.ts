/**
 * Adapter of Gemini CLI's hooks: docs/hooks/reference.md of its repository. A prompt is `BeforeAgent`, and a finished
 * turn is `AfterAgent`.
 */
import { parseClaudeStyle, renderClaudeStyle } from '../claude-style-hook.ts';
import type { HookAdapter } from '../hook-event.ts';
import { anyField, readFields } from '../hook-fields.ts';

/** Field of a tool's output for the model. The fields beside it repeat the text for people. */
const RESPONSE = { llmContent: anyField, error: anyField };

export const geminiHook: HookAdapter = {
  agent: 'gemini',
  parse: (kind, input) => {
    const event = parseClaudeStyle('gemini', kind, input);
    // The event of a finished turn repeats the prompt.
    const prompt = kind === 'prompt' && event.prompt !== null ? withoutHookContext(event.prompt) : '';
    const { llmContent, error } = readFields(RESPONSE, event.tool?.output);
    const output = error == null ? (llmContent ?? event.tool?.output) : { llmContent, error };
    const tool = event.tool === null ? null : { ...event.tool, output };
    return { ...event, tool, prompt: prompt === '' ? null : prompt };
  },
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: renderClaudeStyle({ 'session-start': 'SessionStart', prompt: 'BeforeAgent' }),
};

/** Removes the output of hooks. In a run without a terminal, it precedes the first prompt, also in the chat's file. */
export const withoutHookContext = (prompt: string): string => prompt.replace(HOOK_CONTEXT, '').trim();
const HOOK_CONTEXT = /^\s*<hook_context>[\s\S]*?<\/hook_context>/;
