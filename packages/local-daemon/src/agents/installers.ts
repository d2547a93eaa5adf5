/**
 * Agents that `cairn install` supports. Most get one entry in one file of settings, and hooks in the same file, in a file beside it,
 * or none: each is a row here.
 */
import { claudeCodeInstaller } from './claude-code/install.ts';
import { codexInstaller } from './codex/install.ts';
import { copilotInstaller } from './copilot/install.ts';
import type { JsonItem } from './edit/json-pieces.ts';
import { CLAUDE_NAMES, GEMINI_NAMES } from './hook-adapters.ts';
import { type HookNames, hookNames } from './hook-event.ts';
import type { AgentInstaller, InstallWish, Place } from './installer.ts';
import { opencodeInstaller } from './opencode/install.ts';
import { OTHER_NAMES } from './other-names.ts';
import { groupedHooks, listedHooks, serverEntry, serverItem } from './our-marks.ts';
import { appFolder, folderOf, inHome, inRoot, joinPath, xdgFolder } from './places.ts';

interface Row extends Pick<AgentInstaller, 'agent' | 'title'> {
  /** Returns the folder of the person's settings. */
  readonly folder: (place: Place) => string;
  /** What says that the agent is used on this machine. Default: that folder. */
  readonly sign?: (place: Place) => string;
  /** Name of the file in that folder, or its path. */
  readonly file: string | ((place: Place) => string);
  /** The project's folder with a file of that name, for an agent that has one. */
  readonly inProject?: string;
  /** Default: `mcpServers`. */
  readonly key?: string;
  /** Whether the entry names its transport. */
  readonly isTyped?: true;
  readonly hooks?: (wish: InstallWish) => readonly JsonItem[];
  /** The file of the hooks, if it is another one, and its initial text. */
  readonly hooksFile?: { readonly name: string; readonly initial?: string };
  readonly note?: string;
}

const rowInstaller = (row: Row): AgentInstaller => ({
  agent: row.agent,
  title: row.title,
  scopes: row.inProject === undefined ? ['user'] : ['user', 'project'],
  signs: (place) => [(row.sign ?? row.folder)(place)],
  pieces: (wish) => {
    const { scope, place } = wish;
    const { file, inProject = '', hooks = () => [], hooksFile } = row;
    const folder = scope === 'user' ? row.folder(place) : inRoot(place, inProject);
    const path = typeof file === 'string' ? joinPath(place, folder, file) : file(place);
    const entry = { ...(row.isTyped ? { type: 'stdio' } : {}), ...serverEntry(wish) };
    const server = serverItem(row.key ?? 'mcpServers', entry);
    if (hooksFile === undefined) return [{ kind: 'json', path, items: [server, ...hooks(wish)] }];
    const { name, ...initial } = hooksFile;
    return [
      { kind: 'json', path, items: [server] },
      { kind: 'json', path: joinPath(place, folder, name), ...initial, items: hooks(wish) },
    ];
  },
  notes: () => (row.note === undefined ? [] : [row.note]),
});

const CURSOR_NAMES = hookNames(
  'sessionStart beforeSubmitPrompt postToolUse preCompact afterAgentResponse sessionEnd',
);
const WINDSURF_NAMES: HookNames = [
  ['pre_user_prompt', 'prompt'],
  ['post_run_command', 'tool'],
  ['post_write_code', 'tool'],
  ['post_mcp_tool_use', 'tool'],
  ['post_cascade_response', 'stop'],
];

/** Time limits of the hooks of Gemini CLI, and of Qwen Code, which was made from it, are in milliseconds. */
export const geminiHooks = (wish: InstallWish) =>
  groupedHooks(wish, 'gemini', GEMINI_NAMES, { second: 1_000 });

/** In the order of the list of `cairn install`. */
export const INSTALLERS: readonly AgentInstaller[] = [
  claudeCodeInstaller,
  codexInstaller,
  rowInstaller({
    ...{ agent: 'cursor', title: 'Cursor', file: 'mcp.json', inProject: '.cursor' },
    folder: (place) => inHome(place, '.cursor'),
    hooks: (wish) => listedHooks(wish, 'cursor', CURSOR_NAMES),
    hooksFile: { name: 'hooks.json', initial: '{\n  "version": 1\n}\n' },
    note: 'Restart Cursor; its settings list the server under MCP, and the hooks under Hooks.',
  }),
  copilotInstaller,
  // VS Code with Copilot.
  rowInstaller({
    ...{ agent: 'vscode', title: 'VS Code', key: 'servers', isTyped: true },
    folder: (place) => joinPath(place, appFolder(place, 'Code'), 'User'),
    file: 'mcp.json',
    inProject: '.vscode',
    note: 'VS Code asks once whether it may trust the server.',
  }),
  // Another program may make the folder `.gemini`.
  rowInstaller({
    ...{ agent: 'gemini', title: 'Gemini CLI', file: 'settings.json', inProject: '.gemini' },
    hooks: geminiHooks,
    folder: (place) => inHome(place, '.gemini'),
    sign: (place) => inHome(place, '.gemini', 'settings.json'),
  }),
  rowInstaller({
    ...{ agent: 'qwen', title: 'Qwen Code', file: 'settings.json', inProject: '.qwen' },
    folder: (place) => inHome(place, '.qwen'),
    hooks: (wish) => groupedHooks(wish, 'qwen', CLAUDE_NAMES, { second: 1_000 }),
  }),
  opencodeInstaller,
  // See https://ampcode.com/manual, read on 2026-11-25. The key contains a dot.
  rowInstaller({
    ...{ agent: 'amp', title: 'Amp', key: 'amp.mcpServers' },
    folder: (place) => xdgFolder(place, 'amp'),
    file: 'settings.json',
    inProject: '.amp',
    note: 'Amp has no hook that adds context; it asks by the tools.',
  }),
  // Cline's command line. See https://docs.cline.bot/mcp/mcp-overview, read on 2026-11-25. Its VS Code extension uses another file.
  rowInstaller({
    ...{ agent: 'cline', title: 'Cline CLI' },
    folder: (place) => inHome(place, '.cline'),
    file: (place) =>
      folderOf(place, 'CLINE_MCP_SETTINGS_PATH', '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    note: 'Cline has no hook that Cairn uses; it asks by the tools.',
  }),
  // Its hooks cannot add context.
  rowInstaller({
    ...{ agent: 'windsurf', title: 'Windsurf', file: 'mcp_config.json' },
    folder: (place) => inHome(place, '.codeium', 'windsurf'),
    hooks: (wish) => listedHooks(wish, 'windsurf', WINDSURF_NAMES, { show_output: false }),
    hooksFile: { name: 'hooks.json' },
    note: 'Windsurf has no hook that adds context; it asks by the tools.',
  }),
  rowInstaller({
    ...{ agent: 'zed', title: 'Zed', key: 'context_servers' },
    folder: (place) => (place.platform === 'win32' ? appFolder(place, 'Zed') : xdgFolder(place, 'zed')),
    file: 'settings.json',
    inProject: '.zed',
  }),
  rowInstaller({
    ...{ agent: 'claude-desktop', title: 'Claude Desktop' },
    folder: (place) => appFolder(place, 'Claude'),
    file: 'claude_desktop_config.json',
    note: 'Quit Claude Desktop and start it again.',
  }),
];

export const installerOf = (agent: string): AgentInstaller | null =>
  INSTALLERS.find((installer) => installer.agent === (OTHER_NAMES.get(agent) ?? agent)) ?? null;

export const foundAgents = (place: Place): readonly AgentInstaller[] =>
  INSTALLERS.filter((installer) => installer.signs(place).some(place.exists));
