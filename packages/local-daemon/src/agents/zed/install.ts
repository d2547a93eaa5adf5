/** Installs into Zed: a context server in its settings. */
import type { AgentInstaller } from '../installer.ts';
import { serverEntry, serverItem } from '../our-marks.ts';
import { appFolder, inRoot, joinPath, xdgFolder } from '../places.ts';

export const zedInstaller: AgentInstaller = {
  agent: 'zed',
  title: 'Zed',
  scopes: ['user', 'project'],
  signs: (place) => [place.platform === 'win32' ? appFolder(place, 'Zed') : xdgFolder(place, 'zed')],
  pieces: (wish) => {
    const { place } = wish;
    const folder = place.platform === 'win32' ? appFolder(place, 'Zed') : xdgFolder(place, 'zed');
    return [
      {
        kind: 'json',
        path:
          wish.scope === 'user'
            ? joinPath(place, folder, 'settings.json')
            : inRoot(place, '.zed', 'settings.json'),
        items: [serverItem('context_servers', serverEntry(wish))],
      },
    ];
  },
  notes: () => [],
};
