/**
 * Adapter of Claude Code's hooks: https://code.claude.com/docs/en/hooks. Claude Code replaces context beyond 10,000
 * characters with a file and a preview.
 */
import { parseClaudeStyle, renderClaudeStyle } from '../claude-style-hook.ts';
import type { HookAdapter } from '../hook-event.ts';

export const claudeCodeHook: HookAdapter = {
  agent: 'claude-code',
  parse: (kind, input) => parseClaudeStyle('claude-code', kind, input),
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: renderClaudeStyle({ 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' }),
};
