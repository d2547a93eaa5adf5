/**
 * Adapter of Gemini CLI's hooks: docs/hooks/reference.md of its repository. A prompt is `BeforeAgent`, and a finished
 * turn is `AfterAgent`.
 */
import { claudeStyleHook, parseClaudeStyle } from '../claude-style-hook.ts';
import type { HookAdapter, HookEvent, HookNames } from '../hook-event.ts';
import { fieldsIn } from '../hook-fields.ts';

export const GEMINI_NAMES: HookNames = [
  ['SessionStart', 'session-start'],
  ['BeforeAgent', 'prompt'],
  ['AfterTool', 'tool'],
  ['PreCompress', 'compact'],
  ['AfterAgent', 'stop'],
  ['SessionEnd', 'session-end'],
];

/** Returns a tool's output as the model reads it. The other fields repeat the text for people. */
export const withModelOutput = ({ tool, ...event }: HookEvent): HookEvent => {
  const { any } = fieldsIn(tool?.output);
  const [llmContent, error] = [any('llmContent'), any('error')];
  const output = error == null ? (llmContent ?? tool?.output) : { llmContent, error };
  return { ...event, tool: tool === null ? null : { ...tool, output } };
};

export const geminiHook: HookAdapter = {
  ...claudeStyleHook('gemini', GEMINI_NAMES),
  parse: (kind, input) => {
    const event = withModelOutput(parseClaudeStyle('gemini', kind, input));
    // The event of a finished turn repeats the prompt.
    const prompt = kind === 'prompt' && event.prompt !== null ? withoutHookContext(event.prompt) : '';
    return { ...event, prompt: prompt === '' ? null : prompt };
  },
};

/** Removes the output of hooks. In a run without a terminal, it precedes the first prompt, also in the chat's file. */
export const withoutHookContext = (prompt: string): string => prompt.replace(HOOK_CONTEXT, '').trim();
const HOOK_CONTEXT = /^\s*<hook_context>[\s\S]*?<\/hook_context>/;
