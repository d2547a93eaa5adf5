/** Installs into Gemini CLI: the server and the hooks in its `settings.json`. Time limits of hooks are in milliseconds. */
import type { AgentInstaller, InstallScope, InstallWish, Place } from '../installer.ts';
import { groupedHooks, serverEntry, serverItem } from '../our-marks.ts';
import { inHome, inRoot, joinPath } from '../places.ts';

const configFolder = (place: Place, scope: InstallScope): string =>
  scope === 'user' ? inHome(place, '.gemini') : inRoot(place, '.gemini');

export const geminiHooks = (wish: InstallWish) =>
  groupedHooks(wish, 'gemini', [
    { event: 'SessionStart', kind: 'session-start', timeout: 10_000 },
    { event: 'BeforeAgent', kind: 'prompt', timeout: 5_000 },
    { event: 'AfterTool', kind: 'tool', timeout: 10_000 },
    { event: 'PreCompress', kind: 'compact', timeout: 10_000 },
    { event: 'AfterAgent', kind: 'stop', timeout: 10_000 },
    { event: 'SessionEnd', kind: 'session-end', timeout: 5_000 },
  ]);

export const geminiInstaller: AgentInstaller = {
  agent: 'gemini',
  title: 'Gemini CLI',
  scopes: ['user', 'project'],
  signs: (place) => [joinPath(place, configFolder(place, 'user'), 'settings.json')],
  pieces: (wish) => [
    {
      kind: 'json',
      path: joinPath(wish.place, configFolder(wish.place, wish.scope), 'settings.json'),
      items: [serverItem('mcpServers', serverEntry(wish)), ...geminiHooks(wish)],
    },
  ],
  notes: () => [],
};
