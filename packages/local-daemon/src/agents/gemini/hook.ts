/** Gemini CLI: docs/hooks/reference.md of its repository. A prompt is `BeforeAgent`, a finished turn `AfterAgent`. */
import { parseClaudeStyle, renderClaudeStyle } from '../claude-style-hook.ts';
import type { HookAdapter } from '../hook-event.ts';

export const geminiHook: HookAdapter = {
  agent: 'gemini',
  parse: (kind, input) => {
    const event = parseClaudeStyle('gemini', kind, input);
    // A finished turn names the prompt again.
    return kind === 'prompt' ? event : { ...event, prompt: null };
  },
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: renderClaudeStyle({ 'session-start': 'SessionStart', prompt: 'BeforeAgent' }),
};
