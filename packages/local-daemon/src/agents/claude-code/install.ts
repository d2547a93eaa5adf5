/** Installs into Claude Code: the server in `.claude.json` or `.mcp.json`, the hooks in its settings, and a skill. */

import { CLAUDE_NAMES } from '../hook-adapters.ts';
import type { AgentInstaller, InstallWish, Piece, Place } from '../installer.ts';
import { groupedHooks, serverEntry, serverItem } from '../our-marks.ts';
import { folderOf, inHome, inRoot, joinPath } from '../places.ts';
import { isOurSkill, SKILL_TEXT } from './skill.ts';

const configFolder = (place: Place): string => folderOf(place, 'CLAUDE_CONFIG_DIR', '.claude');

/** Returns the path of `.claude.json`. It is beside the configuration folder, or inside it if a variable names the folder. */
const stateFile = (place: Place): string =>
  (place.env.CLAUDE_CONFIG_DIR ?? '') === ''
    ? inHome(place, '.claude.json')
    : joinPath(place, configFolder(place), '.claude.json');

/**
 * Tools whose calls are recorded: they change something or use the network. Each call of a hook starts a process, so
 * tools that only read files are left out, and so are Cairn's own, also under the names that its plugin gives them. The
 * expression is anchored, because Claude Code searches for it anywhere in the tool's name.
 */
const CAPTURED_TOOLS =
  '^(?:Bash|Edit|MultiEdit|Write|NotebookEdit|WebFetch|WebSearch|Task|Agent|mcp__(?!(?:plugin_cairn_)?cairn__).*)$';

/**
 * Returns the hooks. None is asynchronous, because a session without a terminal cancels asynchronous hooks when it
 * ends. [HK-6]
 */
export const claudeCodeHooks = (wish: InstallWish) =>
  groupedHooks(wish, 'claude-code', CLAUDE_NAMES, { tools: CAPTURED_TOOLS });

export const claudeCodeServer = (wish: InstallWish) =>
  serverItem('mcpServers', { type: 'stdio', ...serverEntry(wish) });

export const claudeCodeInstaller: AgentInstaller = {
  agent: 'claude-code',
  title: 'Claude Code',
  scopes: ['user', 'project'],
  signs: (place) => [configFolder(place), stateFile(place)],
  pieces: (wish): readonly Piece[] => {
    const { place } = wish;
    const isUser = wish.scope === 'user';
    const folder = isUser ? configFolder(place) : inRoot(place, '.claude');
    return [
      {
        kind: 'json',
        path: isUser ? stateFile(place) : inRoot(place, '.mcp.json'),
        items: [claudeCodeServer(wish)],
      },
      {
        kind: 'json',
        path: joinPath(place, folder, isUser ? 'settings.json' : 'settings.local.json'),
        items: claudeCodeHooks(wish),
      },
      {
        kind: 'file',
        path: joinPath(place, folder, 'skills', 'cairn', 'SKILL.md'),
        text: SKILL_TEXT,
        isOurs: isOurSkill,
      },
    ];
  },
  notes: ({ scope }) =>
    scope === 'user'
      ? []
      : ['.mcp.json names a path of this machine: keep it out of version control, or use --user.'],
};
