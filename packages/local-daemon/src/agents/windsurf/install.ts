/** Installs into Windsurf: `mcp_config.json` and `hooks.json` in its folder. Its hooks cannot add context. */
import type { AgentInstaller, Place } from '../installer.ts';
import { listedHooks, serverEntry, serverItem } from '../our-marks.ts';
import { inHome, joinPath } from '../places.ts';

const configFolder = (place: Place): string => inHome(place, '.codeium', 'windsurf');

export const windsurfInstaller: AgentInstaller = {
  agent: 'windsurf',
  title: 'Windsurf',
  scopes: ['user'],
  signs: (place) => [configFolder(place)],
  pieces: (wish) => [
    {
      kind: 'json',
      path: joinPath(wish.place, configFolder(wish.place), 'mcp_config.json'),
      items: [serverItem('mcpServers', serverEntry(wish))],
    },
    {
      kind: 'json',
      path: joinPath(wish.place, configFolder(wish.place), 'hooks.json'),
      items: listedHooks(
        wish,
        'windsurf',
        [
          ['pre_user_prompt', 'prompt'],
          ['post_run_command', 'tool'],
          ['post_write_code', 'tool'],
          ['post_mcp_tool_use', 'tool'],
          ['post_cascade_response', 'stop'],
        ],
        { show_output: false },
      ),
    },
  ],
  notes: () => ['Windsurf has no hook that adds context; it asks by the tools.'],
};
