/** Installs into Gemini CLI, and into Qwen Code, which was made from it: the server and the hooks in `settings.json`. */
import { CLAUDE_NAMES } from '../claude-style-hook.ts';
import type { HookNames } from '../hook-event.ts';
import type { AgentInstaller, InstallWish } from '../installer.ts';
import { groupedHooks, serverEntry, serverItem } from '../our-marks.ts';
import { inHome, joinPath, scopedFolder } from '../places.ts';
import { GEMINI_NAMES } from './hook.ts';

/** Time limits of these hooks are in milliseconds. */
const hooksOf = (wish: InstallWish, agent: string, names: HookNames) =>
  groupedHooks(wish, agent, names, { second: 1_000 });

export const geminiHooks = (wish: InstallWish) => hooksOf(wish, 'gemini', GEMINI_NAMES);

/** `sign`: the file or folder that says that the agent was used here. Another program may make the folder `.gemini`. */
const installerIn = (
  folder: string,
  sign: string,
  agent: string,
  title: string,
  names: HookNames,
): AgentInstaller => ({
  agent,
  title,
  scopes: ['user', 'project'],
  signs: (place) => [inHome(place, sign)],
  pieces: (wish) => [
    {
      kind: 'json',
      path: joinPath(wish.place, scopedFolder(wish.place, wish.scope, folder), 'settings.json'),
      items: [serverItem('mcpServers', serverEntry(wish)), ...hooksOf(wish, agent, names)],
    },
  ],
  notes: () => [],
});

export const geminiInstaller = installerIn(
  '.gemini',
  '.gemini/settings.json',
  'gemini',
  'Gemini CLI',
  GEMINI_NAMES,
);
export const qwenInstaller = installerIn('.qwen', '.qwen', 'qwen', 'Qwen Code', CLAUDE_NAMES);
