/** Adapter of Codex CLI's hooks: https://developers.openai.com/codex/hooks. Codex's schemas refuse unknown keys. */
import { parseClaudeStyle, renderClaudeStyle } from '../claude-style-hook.ts';
import type { HookAdapter } from '../hook-event.ts';

export const codexHook: HookAdapter = {
  agent: 'codex',
  parse: (kind, input) => parseClaudeStyle('codex', kind, input),
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: renderClaudeStyle({ 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' }),
};
