/**
 * Adapter of Cursor's hooks: https://cursor.com/docs/agent/hooks. A session is a conversation, and its folder is the
 * first folder of the workspace. The output must be JSON or empty.
 */
import type { HookAdapter } from '../hook-event.ts';
import { emptyEvent, fieldsIn, toolUse } from '../hook-fields.ts';

export const cursorHook: HookAdapter = {
  agent: 'cursor',
  parse: (kind, input) => {
    const { any, json, list, text } = fieldsIn(input);
    const [root] = list('workspace_roots');
    return {
      ...emptyEvent('cursor', kind),
      session: text('conversation_id', 'session_id'),
      cwd: fieldsIn({ root }).text('root') ?? text('cwd'),
      prompt: text('prompt'),
      tool: toolUse(text('tool_name'), any('tool_input'), json('tool_output')),
      message: text('text'),
      transcript: text('transcript_path'),
    };
  },
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: (kind, context) =>
    kind === 'prompt' ? { continue: true, additional_context: context } : { additional_context: context },
};
