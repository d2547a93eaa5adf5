/** Installs into OpenCode: the server in its configuration, and a plugin file that sends its events to `cairn hook`. */
import type { AgentInstaller, InstallScope, Place } from '../installer.ts';
import { serverItem } from '../our-marks.ts';
import { inRoot, joinPath, xdgFolder } from '../places.ts';
import { isOurPlugin, pluginText } from './plugin.ts';

const configFolder = (place: Place, scope: InstallScope): string =>
  scope === 'user' ? xdgFolder(place, 'opencode') : place.root;

/** Returns the configuration file, and the other one, because OpenCode reads both. */
const configFiles = (place: Place, scope: InstallScope): { path: string; otherPath: string } => {
  const plain = joinPath(place, configFolder(place, scope), 'opencode.json');
  const commented = `${plain}c`;
  return place.exists(commented)
    ? { path: commented, otherPath: plain }
    : { path: plain, otherPath: commented };
};

export const opencodeInstaller: AgentInstaller = {
  agent: 'opencode',
  title: 'OpenCode',
  scopes: ['user', 'project'],
  signs: (place) => [configFolder(place, 'user')],
  pieces: ({ scope, place, launcher }) => [
    {
      kind: 'json',
      ...configFiles(place, scope),
      initial: '{\n  "$schema": "https://opencode.ai/config.json"\n}\n',
      items: [
        serverItem('mcp', {
          type: 'local',
          command: [...launcher.mcp],
          enabled: true,
          ...(Object.keys(launcher.env).length === 0 ? {} : { environment: launcher.env }),
        }),
      ],
    },
    {
      kind: 'file',
      path:
        scope === 'user'
          ? joinPath(place, configFolder(place, scope), 'plugins', 'cairn.js')
          : inRoot(place, '.opencode', 'plugins', 'cairn.js'),
      text: pluginText(launcher),
      isOurs: isOurPlugin,
    },
  ],
  notes: () => [],
};
