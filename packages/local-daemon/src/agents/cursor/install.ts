/** Installs into Cursor: `mcp.json` and `hooks.json` in its folder. */
import type { AgentInstaller, InstallScope, Place } from '../installer.ts';
import { listedHooks, serverEntry, serverItem } from '../our-marks.ts';
import { inHome, inRoot, joinPath } from '../places.ts';

const configFolder = (place: Place, scope: InstallScope): string =>
  scope === 'user' ? inHome(place, '.cursor') : inRoot(place, '.cursor');

export const cursorInstaller: AgentInstaller = {
  agent: 'cursor',
  title: 'Cursor',
  scopes: ['user', 'project'],
  signs: (place) => [configFolder(place, 'user')],
  pieces: (wish) => {
    const folder = configFolder(wish.place, wish.scope);
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
          { event: 'sessionStart', kind: 'session-start' },
          { event: 'beforeSubmitPrompt', kind: 'prompt' },
          { event: 'postToolUse', kind: 'tool' },
          { event: 'preCompact', kind: 'compact' },
          { event: 'afterAgentResponse', kind: 'stop' },
          { event: 'sessionEnd', kind: 'session-end' },
        ]),
      },
    ];
  },
  notes: () => ['Restart Cursor; its settings list the server under MCP, and the hooks under Hooks.'],
};
