/**
 * Adapter of Cursor's hooks: https://cursor.com/docs/agent/hooks. A session is a conversation, and its folder is the
 * first folder of the workspace. The output must be JSON or empty.
 */
import type { HookAdapter } from '../hook-event.ts';
import {
  anyField,
  emptyEvent,
  firstTextField,
  jsonField,
  readFields,
  textField,
  toolUse,
} from '../hook-fields.ts';

const FIELDS = {
  conversation_id: textField,
  session_id: textField,
  workspace_roots: firstTextField,
  cwd: textField,
  prompt: textField,
  tool_name: textField,
  tool_input: anyField,
  tool_output: jsonField,
  text: textField,
  transcript_path: textField,
};

export const cursorHook: HookAdapter = {
  agent: 'cursor',
  parse: (kind, input) => {
    const fields = readFields(FIELDS, input);
    return {
      ...emptyEvent('cursor', kind),
      session: fields.conversation_id ?? fields.session_id,
      cwd: fields.workspace_roots ?? fields.cwd,
      prompt: fields.prompt,
      tool: toolUse(fields.tool_name, fields.tool_input, fields.tool_output),
      message: fields.text,
      transcript: fields.transcript_path,
    };
  },
  hears: ['session-start', 'prompt'],
  contextCharsMax: 10_000,
  render: (kind, context) =>
    kind === 'prompt' ? { continue: true, additional_context: context } : { additional_context: context },
};
