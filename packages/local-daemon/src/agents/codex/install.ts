/** Codex CLI: a table of its `config.toml`, hooks in `hooks.json` beside it. */
import type { AgentInstaller, InstallScope, Place } from '../installer.ts';
import { groupedHooks, isOurServer, SERVER, serverEntry } from '../our-marks.ts';
import { folderOf, inRoot, joinPath } from '../places.ts';

const configFolder = (place: Place, scope: InstallScope): string =>
  scope === 'user' ? folderOf(place, 'CODEX_HOME', '.codex') : inRoot(place, '.codex');

export const codexInstaller: AgentInstaller = {
  agent: 'codex',
  title: 'Codex CLI',
  scopes: ['user', 'project'],
  signs: (place) => [configFolder(place, 'user')],
  pieces: (wish) => {
    const folder = configFolder(wish.place, wish.scope);
    return [
      {
        kind: 'toml',
        path: joinPath(wish.place, folder, 'config.toml'),
        piece: { path: ['mcp_servers', SERVER], table: serverEntry(wish), isOurs: isOurServer },
      },
      {
        kind: 'json',
        path: joinPath(wish.place, folder, 'hooks.json'),
        items: groupedHooks(wish, 'codex', [
          { event: 'SessionStart', kind: 'session-start', timeout: 10 },
          { event: 'UserPromptSubmit', kind: 'prompt', timeout: 5 },
          { event: 'PostToolUse', kind: 'tool', timeout: 10 },
          { event: 'PreCompact', kind: 'compact', timeout: 10 },
          { event: 'Stop', kind: 'stop', timeout: 10 },
        ]),
      },
    ];
  },
  notes: ({ scope }) => [
    'Codex asks once whether it may run new hooks. Older versions run hooks only with `codex_hooks = true` under [features] in config.toml.',
    ...(scope === 'project'
      ? ['Codex reads the .codex folder of a project only when the project is trusted.']
      : []),
  ],
};
