/** Installs into Claude Desktop: the server in its one configuration file. */
import type { AgentInstaller } from '../installer.ts';
import { serverEntry, serverItem } from '../our-marks.ts';
import { appFolder, joinPath } from '../places.ts';

export const claudeDesktopInstaller: AgentInstaller = {
  agent: 'claude-desktop',
  title: 'Claude Desktop',
  scopes: ['user'],
  signs: (place) => [appFolder(place, 'Claude')],
  pieces: (wish) => [
    {
      kind: 'json',
      path: joinPath(wish.place, appFolder(wish.place, 'Claude'), 'claude_desktop_config.json'),
      items: [serverItem('mcpServers', serverEntry(wish))],
    },
  ],
  notes: () => ['Quit Claude Desktop and start it again.'],
};
