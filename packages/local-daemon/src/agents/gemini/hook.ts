/** Gemini CLI: docs/hooks/reference.md of its repository. A prompt is `BeforeAgent`, a finished turn `AfterAgent`. */
import { parseClaudeStyle, renderClaudeStyle } from '../claude-style-hook.ts';
import type { HookAdapter } from '../hook-event.ts';
import { anyField, readFields } from '../hook-fields.ts';

/** The same again for people stands beside it. */
const RESPONSE = { llmContent: anyField };

export const geminiHook: HookAdapter = {
  agent: 'gemini',
  parse: (kind, input) => {
    const event = parseClaudeStyle('gemini', kind, input);
    // A finished turn names the prompt again.
    const prompt = kind === 'prompt' && event.prompt !== null ? withoutHookContext(event.prompt) : '';
    const output = readFields(RESPONSE, event.tool?.output).llmContent ?? event.tool?.output;
    const tool = event.tool === null ? null : { ...event.tool, output };
    return { ...event, tool, prompt: prompt === '' ? null : prompt };
  },
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: renderClaudeStyle({ 'session-start': 'SessionStart', prompt: 'BeforeAgent' }),
};

/** Without a terminal, what hooks said at the session's start stands before the first prompt, and in the chat's file too. */
export const withoutHookContext = (prompt: string): string => prompt.replace(HOOK_CONTEXT, '').trim();
const HOOK_CONTEXT = /^\s*<hook_context>[\s\S]*?<\/hook_context>/;
