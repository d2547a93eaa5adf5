/**
 * The shape of Claude Code's hooks, which other agents adopted: names in snake case, and context inside
 * `hookSpecificOutput`.
 */
import type { HookEvent, HookKind } from './hook-event.ts';
import { anyField, emptyEvent, readFields, textField } from './hook-fields.ts';

const FIELDS = {
  session_id: textField,
  cwd: textField,
  source: textField,
  prompt: textField,
  tool_name: textField,
  tool_input: anyField,
  tool_response: anyField,
  last_assistant_message: textField,
  prompt_response: textField,
  transcript_path: textField,
};

export const parseClaudeStyle = (agent: string, kind: HookKind, input: unknown): HookEvent => {
  const fields = readFields(FIELDS, input);
  return {
    ...emptyEvent(agent, kind),
    session: fields.session_id,
    cwd: fields.cwd,
    source: fields.source,
    prompt: fields.prompt,
    tool:
      fields.tool_name === null
        ? null
        : { name: fields.tool_name, input: fields.tool_input, output: fields.tool_response },
    message: fields.last_assistant_message ?? fields.prompt_response,
    transcript: fields.transcript_path,
  };
};

/**
 * Makes a function that renders a hook's output. `names` maps the kinds whose output the agent reads to the agent's
 * names of the events.
 */
export const renderClaudeStyle =
  (names: Readonly<Partial<Record<HookKind, string>>>) => (kind: HookKind, context: string) => ({
    hookSpecificOutput: { hookEventName: names[kind] ?? '', additionalContext: context },
  });
