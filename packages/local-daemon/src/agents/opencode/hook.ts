/**
 * Adapter of OpenCode, which has no hooks. The plugin that `install` writes sends events in the shape of Claude Code's
 * hooks.
 */
import { parseClaudeStyle } from '../claude-style-hook.ts';
import type { HookAdapter } from '../hook-event.ts';

export const opencodeHook: HookAdapter = {
  agent: 'opencode',
  parse: (kind, input) => parseClaudeStyle('opencode', kind, input),
  hears: ['session-start', 'prompt'],
  contextCharsMax: 20_000,
  render: (_, context) => ({ context }),
};
