/** Installs into Qwen Code: the server and the hooks in its `settings.json`. Time limits of hooks are in milliseconds. */
import type { AgentInstaller, InstallScope, Place } from '../installer.ts';
import { groupedHooks, serverEntry, serverItem } from '../our-marks.ts';
import { inHome, inRoot, joinPath } from '../places.ts';

const configFolder = (place: Place, scope: InstallScope): string =>
  scope === 'user' ? inHome(place, '.qwen') : inRoot(place, '.qwen');

export const qwenInstaller: AgentInstaller = {
  agent: 'qwen',
  title: 'Qwen Code',
  scopes: ['user', 'project'],
  signs: (place) => [configFolder(place, 'user')],
  pieces: (wish) => [
    {
      kind: 'json',
      path: joinPath(wish.place, configFolder(wish.place, wish.scope), 'settings.json'),
      items: [
        serverItem('mcpServers', serverEntry(wish)),
        ...groupedHooks(wish, 'qwen', [
          { event: 'SessionStart', kind: 'session-start', timeout: 10_000 },
          { event: 'UserPromptSubmit', kind: 'prompt', timeout: 5_000 },
          { event: 'PostToolUse', kind: 'tool', timeout: 10_000 },
          { event: 'PreCompact', kind: 'compact', timeout: 10_000 },
          { event: 'Stop', kind: 'stop', timeout: 10_000 },
          { event: 'SessionEnd', kind: 'session-end', timeout: 5_000 },
        ]),
      ],
    },
  ],
  notes: () => [],
};
