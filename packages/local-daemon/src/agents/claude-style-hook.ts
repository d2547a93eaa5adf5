/**
 * The shape of Claude Code's hooks, which other agents adopted: names in snake case, and context inside
 * `hookSpecificOutput`.
 */
import type { HookAdapter, HookEvent, HookKind, HookNames } from './hook-event.ts';
import { emptyEvent, fieldsIn, toolUse } from './hook-fields.ts';

/** Claude Code's names of the events. */
export const CLAUDE_NAMES: HookNames = [
  ['SessionStart', 'session-start'],
  ['UserPromptSubmit', 'prompt'],
  ['PostToolUse', 'tool'],
  ['PreCompact', 'compact'],
  ['Stop', 'stop'],
  ['SessionEnd', 'session-end'],
];

export const parseClaudeStyle = (agent: string, kind: HookKind, input: unknown): HookEvent => {
  const { any, text } = fieldsIn(input);
  return {
    ...emptyEvent(agent, kind),
    session: text('session_id'),
    cwd: text('cwd'),
    source: text('source'),
    prompt: text('prompt'),
    tool: toolUse(text('tool_name'), any('tool_input'), any('tool_response')),
    message: text('last_assistant_message', 'prompt_response'),
    transcript: text('transcript_path'),
  };
};

/** Makes the adapter of an agent with such hooks. `names`: the agent's names of the events. */
export const claudeStyleHook = (agent: string, names: HookNames = CLAUDE_NAMES): HookAdapter => ({
  agent,
  parse: (kind, input) => parseClaudeStyle(agent, kind, input),
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: (kind, context) => {
    const [hookEventName = ''] = names.find(([, one]) => one === kind) ?? [];
    return { hookSpecificOutput: { hookEventName, additionalContext: context } };
  },
});

/** See https://code.claude.com/docs/en/hooks. Claude Code replaces context beyond 10,000 characters with a file and a preview. */
export const claudeCodeHook = claudeStyleHook('claude-code');

/** See https://developers.openai.com/codex/hooks. Codex's schemas refuse unknown keys. */
export const codexHook = claudeStyleHook('codex');

/** OpenCode has no hooks. The plugin that `install` writes sends events in this shape. */
export const opencodeHook: HookAdapter = {
  ...claudeStyleHook('opencode'),
  contextCharsMax: 20_000,
  render: (_, context) => ({ context }),
};
