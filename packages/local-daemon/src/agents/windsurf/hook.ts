/**
 * Adapter of Windsurf's hooks: https://docs.windsurf.com/windsurf/cascade/hooks. The hooks report actions and may block
 * them. No hook can add context.
 */
import type { HookAdapter } from '../hook-event.ts';
import { anyField, emptyEvent, readFields, textField, toolUse } from '../hook-fields.ts';

const FIELDS = { agent_action_name: textField, trajectory_id: textField, tool_info: anyField };
const INFO = {
  cwd: textField,
  user_prompt: textField,
  response: textField,
  command_line: textField,
  file_path: textField,
  edits: anyField,
  mcp_tool_name: textField,
  mcp_tool_arguments: anyField,
  mcp_result: anyField,
};

export const windsurfHook: HookAdapter = {
  agent: 'windsurf',
  parse: (kind, input) => {
    const { agent_action_name: action, trajectory_id, tool_info } = readFields(FIELDS, input);
    const info = readFields(INFO, tool_info);
    const name = kind === 'tool' ? (info.mcp_tool_name ?? action) : null;
    const { command_line, mcp_tool_arguments, file_path } = info;
    const toolInput = command_line ?? mcp_tool_arguments ?? (file_path === null ? null : { file_path });
    return {
      ...emptyEvent('windsurf', kind),
      session: trajectory_id,
      cwd: info.cwd,
      prompt: info.user_prompt,
      tool: toolUse(name, toolInput, info.mcp_result ?? info.edits),
      message: info.response,
    };
  },
  hears: [],
  contextCharsMax: 0,
  render: () => ({}),
};
