/** Codex CLI: a table of its `config.toml`, hooks in `hooks.json` beside it. It runs hooks once a person has trusted them. */
import { tomlNames } from '../edit/toml-block.ts';
import type { HookKind } from '../hook-event.ts';
import type { AgentInstaller, InstallScope, Place } from '../installer.ts';
import { groupedHooks, isOurServer, SERVER, serverEntry } from '../our-marks.ts';
import { folderOf, inRoot, joinPath } from '../places.ts';

const configFolder = (place: Place, scope: InstallScope): string =>
  scope === 'user' ? folderOf(place, 'CODEX_HOME', '.codex') : inRoot(place, '.codex');

/** As `hooks.json` and the user's `config.toml` name them. */
const EVENTS: readonly (readonly [string, string, HookKind, number])[] = [
  ['SessionStart', 'session_start', 'session-start', 10],
  ['UserPromptSubmit', 'user_prompt_submit', 'prompt', 5],
  ['PostToolUse', 'post_tool_use', 'tool', 10],
  ['PreCompact', 'pre_compact', 'compact', 10],
  ['Stop', 'stop', 'stop', 10],
];
const TRUST =
  'Start `codex` once and choose "Trust all and continue"; until then it skips them, and `codex exec` says nothing of it.';

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
        items: groupedHooks(
          wish,
          'codex',
          EVENTS.map(([event, , kind, timeout]) => ({ event, kind, timeout })),
        ),
      },
    ];
  },
  notes: ({ scope }) => [
    `Codex runs new hooks only when they are trusted. ${TRUST}`,
    ...(scope === 'project'
      ? ['Codex reads the .codex folder of a project only when the project is trusted.']
      : []),
  ],
  awaits: ({ place, scope }, read) => {
    const hooks = joinPath(place, configFolder(place, scope), 'hooks.json');
    const names = tomlNames(read(joinPath(place, configFolder(place, 'user'), 'config.toml')) ?? '', [
      'hooks',
      'state',
    ]);
    const skipped = EVENTS.filter(
      ([, event]) => !names.some((name) => name.startsWith(`${hooks}:${event}:`)),
    );
    return skipped.length === 0
      ? null
      : {
          message: `Codex skips ${skipped.length} of its ${EVENTS.length} hooks: they are not trusted.`,
          fix: TRUST,
        };
  },
};
