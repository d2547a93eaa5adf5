/**
 * Agents whose hooks are supported, by their names in `cairn hook` and in the route: what an agent sends with each event, and what it
 * accepts as an answer.
 */
import { type HookAdapter, type HookEvent, type HookKind, hookNames } from './hook-event.ts';
import { emptyEvent, type Fields, fieldsIn, toolUse } from './hook-fields.ts';
import { OTHER_NAMES } from './other-names.ts';

/** `read`: returns what the agent's input says. `own`: how the agent's answers differ from those of most. */
const adapterOf = (
  agent: string,
  read: (fields: Fields, kind: HookKind) => Partial<HookEvent>,
  own: Pick<HookAdapter, 'render'> & Partial<HookAdapter>,
): HookAdapter => ({
  agent,
  parse: (kind, input) => ({ ...emptyEvent(agent, kind), ...read(fieldsIn(input), kind) }),
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  ...own,
});

/** Claude Code's names of the events. */
export const CLAUDE_NAMES = hookNames('SessionStart UserPromptSubmit PostToolUse PreCompact Stop SessionEnd');

/** The shape of Claude Code's hooks, which other agents adopted: names in snake case, and context inside `hookSpecificOutput`. */
const claudeStyle = ({ any, text }: Fields) => ({
  session: text('session_id'),
  cwd: text('cwd'),
  source: text('source'),
  prompt: text('prompt'),
  tool: toolUse(text('tool_name'), any('tool_input'), any('tool_response')),
  message: text('last_assistant_message', 'prompt_response'),
  transcript: text('transcript_path'),
});

const answersBy = (names = CLAUDE_NAMES): Pick<HookAdapter, 'render'> => ({
  render: (kind, context) => {
    const [hookEventName = ''] = names.find(([, one]) => one === kind) ?? [];
    return { hookSpecificOutput: { hookEventName, additionalContext: context } };
  },
});

/** See https://code.claude.com/docs/en/hooks. Claude Code replaces context beyond 10,000 characters with a file and a preview. */
export const claudeCodeHook = adapterOf('claude-code', claudeStyle, answersBy());

/** See https://developers.openai.com/codex/hooks. Codex's schemas refuse unknown keys. */
const codexHook = adapterOf(
  'codex',
  (fields) => {
    const event = claudeStyle(fields);
    return { ...event, prompt: event.prompt === null ? null : withoutIdeContext(event.prompt) };
  },
  answersBy(),
);

/**
 * Removes the open files and tabs that Codex puts before a prompt in an editor. It marks the request itself.
 * [P: openai/codex, `USER_MESSAGE_BEGIN`]
 */
export const withoutIdeContext = (prompt: string): string =>
  /^\s*# Context from my IDE setup:/.test(prompt) && prompt.includes(CODEX_REQUEST)
    ? prompt.slice(prompt.indexOf(CODEX_REQUEST) + CODEX_REQUEST.length).trim()
    : prompt;
const CODEX_REQUEST = '\n## My request for Codex:';

/** OpenCode has no hooks. The plugin that `install` writes sends events in this shape. */
const opencodeHook = adapterOf('opencode', claudeStyle, {
  contextCharsMax: 20_000,
  render: (_, context) => ({ context }),
});

/**
 * Cursor: https://cursor.com/docs/agent/hooks. A session is a conversation, and its folder is the first folder of the workspace. The
 * output must be JSON or empty.
 */
const cursorHook = adapterOf(
  'cursor',
  ({ any, json, list, text }) => ({
    session: text('conversation_id', 'session_id'),
    cwd: fieldsIn({ root: list('workspace_roots')[0] }).text('root') ?? text('cwd'),
    prompt: text('prompt'),
    tool: toolUse(text('tool_name'), any('tool_input'), json('tool_output')),
    message: text('text'),
    transcript: text('transcript_path'),
  }),
  {
    render: (kind, context) =>
      kind === 'prompt' ? { continue: true, additional_context: context } : { additional_context: context },
  },
);

/** Gemini CLI: docs/hooks/reference.md of its repository. A prompt is `BeforeAgent`, and a finished turn is `AfterAgent`. */
export const GEMINI_NAMES = hookNames('SessionStart BeforeAgent AfterTool PreCompress AfterAgent SessionEnd');

const geminiHook = adapterOf(
  'gemini',
  (fields, kind) => {
    const event = withModelOutput(claudeStyle(fields));
    // The event of a finished turn repeats the prompt.
    const prompt = kind === 'prompt' && event.prompt !== null ? withoutHookContext(event.prompt) : '';
    return { ...event, prompt: prompt === '' ? null : prompt };
  },
  answersBy(GEMINI_NAMES),
);

/** Returns a tool's output as the model reads it. The other fields repeat the text for people. */
const withModelOutput = ({ tool, ...event }: ReturnType<typeof claudeStyle>) => {
  const { any } = fieldsIn(tool?.output);
  const [llmContent, error] = [any('llmContent'), any('error')];
  const output = error == null ? (llmContent ?? tool?.output) : { llmContent, error };
  return { ...event, tool: tool === null ? null : { ...tool, output } };
};

/** Removes the output of hooks. In a run without a terminal, it precedes the first prompt, also in the chat's file. */
export const withoutHookContext = (prompt: string): string => prompt.replace(HOOK_CONTEXT, '').trim();
const HOOK_CONTEXT = /^\s*<hook_context>[\s\S]*?<\/hook_context>/;

/**
 * Qwen Code: docs/users/features/hooks.md of its repository, read on 2026-11-25. Qwen also calls the prompt hook with an empty `prompt`,
 * before it sends a tool's output to the model. `submitted_prompt` is the person's text, if Qwen has it.
 */
const qwenHook = adapterOf(
  'qwen',
  (fields) => {
    const event = withModelOutput(claudeStyle(fields));
    return { ...event, prompt: fields.text('submitted_prompt') ?? event.prompt };
  },
  answersBy(),
);

/**
 * Copilot CLI: https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference. Before Copilot 1.0.65, a prompt
 * hook's output did not reach the model. The assistant's words are only in the transcript.
 */
export const copilotHook = adapterOf(
  'copilot',
  ({ any, json, text }) => ({
    session: text('sessionId'),
    cwd: text('cwd'),
    source: text('source'),
    prompt: text('prompt'),
    tool: toolUse(text('toolName'), json('toolArgs'), fieldsIn(any('toolResult')).text('textResultForLlm')),
    transcript: text('transcriptPath'),
  }),
  { render: (_, context) => ({ additionalContext: context }) },
);

/** Windsurf: https://docs.windsurf.com/windsurf/cascade/hooks. The hooks report actions and may block them. No hook can add context. */
export const windsurfHook = adapterOf(
  'windsurf',
  (action, kind) => {
    const info = fieldsIn(action.any('tool_info'));
    const name = info.text('mcp_tool_name') ?? action.text('agent_action_name');
    const file_path = info.text('file_path');
    const asked = info.text('command_line') ?? info.any('mcp_tool_arguments');
    const used = asked ?? (file_path === null ? null : { file_path });
    return {
      session: action.text('trajectory_id'),
      cwd: info.text('cwd'),
      prompt: info.text('user_prompt'),
      tool: toolUse(kind === 'tool' ? name : null, used, info.any('mcp_result') ?? info.any('edits')),
      message: info.text('response'),
    };
  },
  { hears: [], contextCharsMax: 0, render: () => ({}) },
);

export const HOOK_ADAPTERS: readonly HookAdapter[] = [
  ...[claudeCodeHook, codexHook, cursorHook, geminiHook],
  ...[qwenHook, copilotHook, opencodeHook, windsurfHook],
];

export const hookAdapterOf = (agent: string): HookAdapter | null => {
  const name = OTHER_NAMES.get(agent) ?? agent;
  return HOOK_ADAPTERS.find((adapter) => adapter.agent === name) ?? null;
};
