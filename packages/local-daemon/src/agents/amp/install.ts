/**
 * Installs into Amp (https://ampcode.com/manual, read on 2026-11-25): a server in its settings, under a key that
 * contains a dot.
 */
import type { AgentInstaller } from '../installer.ts';
import { serverEntry, serverItem } from '../our-marks.ts';
import { inRoot, joinPath, xdgFolder } from '../places.ts';

export const ampInstaller: AgentInstaller = {
  agent: 'amp',
  title: 'Amp',
  scopes: ['user', 'project'],
  signs: (place) => [xdgFolder(place, 'amp')],
  pieces: (wish) => [
    {
      kind: 'json',
      path:
        wish.scope === 'user'
          ? joinPath(wish.place, xdgFolder(wish.place, 'amp'), 'settings.json')
          : inRoot(wish.place, '.amp', 'settings.json'),
      items: [serverItem('amp.mcpServers', serverEntry(wish))],
    },
  ],
  notes: () => ['Amp has no hook that adds context; it asks by the tools.'],
};
