/** Installers of agents that get one entry in one file of settings, and hooks in the same file, in a file beside it, or none. */
import { CLAUDE_NAMES } from './claude-style-hook.ts';
import type { JsonItem } from './edit/json-pieces.ts';
import { GEMINI_NAMES } from './gemini/hook.ts';
import type { HookNames } from './hook-event.ts';
import type { AgentInstaller, InstallWish, Place } from './installer.ts';
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

const installerOf = (row: Row): AgentInstaller => ({
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

/** See https://ampcode.com/manual, read on 2026-11-25. The key contains a dot. */
export const ampInstaller = installerOf({
  ...{ agent: 'amp', title: 'Amp', key: 'amp.mcpServers' },
  folder: (place) => xdgFolder(place, 'amp'),
  file: 'settings.json',
  inProject: '.amp',
  note: 'Amp has no hook that adds context; it asks by the tools.',
});

export const claudeDesktopInstaller = installerOf({
  ...{ agent: 'claude-desktop', title: 'Claude Desktop' },
  folder: (place) => appFolder(place, 'Claude'),
  file: 'claude_desktop_config.json',
  note: 'Quit Claude Desktop and start it again.',
});

/**
 * Cline's command line. See https://docs.cline.bot/mcp/mcp-overview, read on 2026-11-25. Cline's VS Code extension uses
 * another file.
 */
export const clineInstaller = installerOf({
  ...{ agent: 'cline', title: 'Cline CLI' },
  folder: (place) => inHome(place, '.cline'),
  file: (place) =>
    folderOf(place, 'CLINE_MCP_SETTINGS_PATH', '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
  note: 'Cline has no hook that Cairn uses; it asks by the tools.',
});

/** VS Code with Copilot. */
export const vscodeInstaller = installerOf({
  ...{ agent: 'vscode', title: 'VS Code', key: 'servers', isTyped: true },
  folder: (place) => joinPath(place, appFolder(place, 'Code'), 'User'),
  file: 'mcp.json',
  inProject: '.vscode',
  note: 'VS Code asks once whether it may trust the server.',
});

export const zedInstaller = installerOf({
  ...{ agent: 'zed', title: 'Zed', key: 'context_servers' },
  folder: (place) => (place.platform === 'win32' ? appFolder(place, 'Zed') : xdgFolder(place, 'zed')),
  file: 'settings.json',
  inProject: '.zed',
});

export const cursorInstaller = installerOf({
  ...{ agent: 'cursor', title: 'Cursor', file: 'mcp.json', inProject: '.cursor' },
  folder: (place) => inHome(place, '.cursor'),
  hooks: (wish) =>
    listedHooks(wish, 'cursor', [
      ['sessionStart', 'session-start'],
      ['beforeSubmitPrompt', 'prompt'],
      ['postToolUse', 'tool'],
      ['preCompact', 'compact'],
      ['afterAgentResponse', 'stop'],
      ['sessionEnd', 'session-end'],
    ]),
  hooksFile: { name: 'hooks.json', initial: '{\n  "version": 1\n}\n' },
  note: 'Restart Cursor; its settings list the server under MCP, and the hooks under Hooks.',
});

/** Its hooks cannot add context. */
export const windsurfInstaller = installerOf({
  ...{ agent: 'windsurf', title: 'Windsurf', file: 'mcp_config.json' },
  folder: (place) => inHome(place, '.codeium', 'windsurf'),
  hooks: (wish) => listedHooks(wish, 'windsurf', WINDSURF_NAMES, { show_output: false }),
  hooksFile: { name: 'hooks.json' },
  note: 'Windsurf has no hook that adds context; it asks by the tools.',
});
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

/** Another program may make the folder `.gemini`. */
export const geminiInstaller = installerOf({
  ...{
    agent: 'gemini',
    title: 'Gemini CLI',
    file: 'settings.json',
    inProject: '.gemini',
    hooks: geminiHooks,
  },
  folder: (place) => inHome(place, '.gemini'),
  sign: (place) => inHome(place, '.gemini', 'settings.json'),
});

export const qwenInstaller = installerOf({
  ...{ agent: 'qwen', title: 'Qwen Code', file: 'settings.json', inProject: '.qwen' },
  folder: (place) => inHome(place, '.qwen'),
  hooks: (wish) => groupedHooks(wish, 'qwen', CLAUDE_NAMES, { second: 1_000 }),
});
