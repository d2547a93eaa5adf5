/**
 * Adapter of Windsurf's hooks: https://docs.windsurf.com/windsurf/cascade/hooks. The hooks report actions and may block
 * them. No hook can add context.
 */
import type { HookAdapter } from '../hook-event.ts';
import { emptyEvent, fieldsIn, toolUse } from '../hook-fields.ts';

export const windsurfHook: HookAdapter = {
  agent: 'windsurf',
  parse: (kind, input) => {
    const action = fieldsIn(input);
    const info = fieldsIn(action.any('tool_info'));
    const name = info.text('mcp_tool_name') ?? action.text('agent_action_name');
    const file_path = info.text('file_path');
    const asked = info.text('command_line') ?? info.any('mcp_tool_arguments');
    const used = asked ?? (file_path === null ? null : { file_path });
    return {
      ...emptyEvent('windsurf', kind),
      session: action.text('trajectory_id'),
      cwd: info.text('cwd'),
      prompt: info.text('user_prompt'),
      tool: toolUse(kind === 'tool' ? name : null, used, info.any('mcp_result') ?? info.any('edits')),
      message: info.text('response'),
    };
  },
  hears: [],
  contextCharsMax: 0,
  render: () => ({}),
};
