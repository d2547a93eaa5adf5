/** Installs into Cursor: `mcp.json` and `hooks.json` in its folder. */
import type { AgentInstaller } from '../installer.ts';
import { listedHooks, serverEntry, serverItem } from '../our-marks.ts';
import { inHome, joinPath, scopedFolder } from '../places.ts';

export const cursorInstaller: AgentInstaller = {
  agent: 'cursor',
  title: 'Cursor',
  scopes: ['user', 'project'],
  signs: (place) => [inHome(place, '.cursor')],
  pieces: (wish) => {
    const folder = scopedFolder(wish.place, wish.scope, '.cursor');
    return [
      {
        kind: 'json',
        path: joinPath(wish.place, folder, 'mcp.json'),
        items: [serverItem('mcpServers', serverEntry(wish))],
      },
      {
        kind: 'json',
        path: joinPath(wish.place, folder, 'hooks.json'),
        initial: '{\n  "version": 1\n}\n',
        items: listedHooks(wish, 'cursor', [
          ['sessionStart', 'session-start'],
          ['beforeSubmitPrompt', 'prompt'],
          ['postToolUse', 'tool'],
          ['preCompact', 'compact'],
          ['afterAgentResponse', 'stop'],
          ['sessionEnd', 'session-end'],
        ]),
      },
    ];
  },
  notes: () => ['Restart Cursor; its settings list the server under MCP, and the hooks under Hooks.'],
};
