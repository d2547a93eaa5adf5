/**
 * Installs into Codex CLI: a table of its `config.toml`, and hooks in `hooks.json` beside it. Codex runs hooks only
 * after a person has trusted them.
 */

import { nodeValue, parseJsonText, withoutBom } from '../edit/json-text.ts';
import { tomlNames } from '../edit/toml-block.ts';
import { CLAUDE_NAMES } from '../hook-adapters.ts';
import { fieldsIn } from '../hook-fields.ts';
import type { AgentInstaller, InstallScope, InstallWish, Place } from '../installer.ts';
import { groupedHooks, isOurHook, isOurServer, SERVER, serverEntry } from '../our-marks.ts';
import { folderOf, inRoot, joinPath } from '../places.ts';

const configFolder = (place: Place, scope: InstallScope): string =>
  scope === 'user' ? folderOf(place, 'CODEX_HOME', '.codex') : inRoot(place, '.codex');

/** Codex's events. Its `hooks.json` has these names, and the user's `config.toml` has them in snake case. */
const NAMES = CLAUDE_NAMES.filter(([, kind]) => kind !== 'session-end');
const inToml = (event: string): string => event.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase();
/** Path of the table of trusted hooks. Its keys name a hook's file, event and position. */
const TRUSTED = ['hooks', 'state'] as const;
const TRUST =
  'Start `codex` once and choose "Trust all and continue"; until then it skips them, and `codex exec` says nothing of it.';

/** Returns the keys of Cairn's hooks in that table. */
const trustedNames = (path: string, text: string | null): readonly string[] => {
  const file = parseJsonText(withoutBom(text ?? '').body);
  const hooks = fieldsIn(fieldsIn(file.kind === 'json' ? nodeValue(file.root) : {}).any('hooks'));
  return NAMES.flatMap(([event]) =>
    hooks
      .list(event)
      .flatMap((group, at) => (isOurHook('codex')(group) ? [`${path}:${inToml(event)}:${at}:0`] : [])),
  );
};

export const codexHooks = (wish: InstallWish) => groupedHooks(wish, 'codex', NAMES);

export const codexInstaller: AgentInstaller = {
  agent: 'codex',
  title: 'Codex CLI',
  scopes: ['user', 'project'],
  signs: (place) => [configFolder(place, 'user')],
  pieces: (wish) => {
    const folder = configFolder(wish.place, wish.scope);
    const hooks = joinPath(wish.place, folder, 'hooks.json');
    return [
      {
        kind: 'toml',
        path: joinPath(wish.place, folder, 'config.toml'),
        piece: { path: ['mcp_servers', SERVER], table: serverEntry(wish), isOurs: isOurServer },
        notes: { path: TRUSTED, names: (read) => trustedNames(hooks, read(hooks)) },
      },
      {
        kind: 'json',
        path: hooks,
        items: codexHooks(wish),
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
    const names = tomlNames(read(joinPath(place, configFolder(place, 'user'), 'config.toml')) ?? '', TRUSTED);
    const skipped = NAMES.filter(
      ([event]) => !names.some((name) => name.startsWith(`${hooks}:${inToml(event)}:`)),
    );
    return skipped.length === 0
      ? null
      : {
          message: `Codex skips ${skipped.length} of its ${NAMES.length} hooks: they are not trusted.`,
          fix: TRUST,
        };
  },
};
