/** Installs into VS Code with Copilot: `mcp.json` of the user's profile, or of the project's `.vscode`. */
import type { AgentInstaller } from '../installer.ts';
import { serverEntry, serverItem } from '../our-marks.ts';
import { appFolder, inRoot, joinPath } from '../places.ts';

export const vscodeInstaller: AgentInstaller = {
  agent: 'vscode',
  title: 'VS Code',
  scopes: ['user', 'project'],
  signs: (place) => [joinPath(place, appFolder(place, 'Code'), 'User')],
  pieces: (wish) => [
    {
      kind: 'json',
      path:
        wish.scope === 'user'
          ? joinPath(wish.place, appFolder(wish.place, 'Code'), 'User', 'mcp.json')
          : inRoot(wish.place, '.vscode', 'mcp.json'),
      items: [serverItem('servers', { type: 'stdio', ...serverEntry(wish) })],
    },
  ],
  notes: () => ['VS Code asks once whether it may trust the server.'],
};
