/** Installers of agents that get the server and no hooks: one entry in one file of settings. */
import type { AgentInstaller, Place } from './installer.ts';
import { serverEntry, serverItem } from './our-marks.ts';
import { appFolder, folderOf, inHome, inRoot, joinPath, xdgFolder } from './places.ts';

interface Row extends Pick<AgentInstaller, 'agent' | 'title'> {
  /** Returns the folder of the person's settings. If it exists, the agent is used on this machine. */
  readonly folder: (place: Place) => string;
  /** Name of the file in that folder, or its path. */
  readonly file: string | ((place: Place) => string);
  /** Path of the project's file, for an agent that has one. */
  readonly inProject?: readonly string[];
  readonly key: string;
  /** Whether the entry names its transport. */
  readonly isTyped?: true;
  readonly note?: string;
}

const installerOf = (row: Row): AgentInstaller => ({
  agent: row.agent,
  title: row.title,
  scopes: row.inProject === undefined ? ['user'] : ['user', 'project'],
  signs: (place) => [row.folder(place)],
  pieces: (wish) => {
    const { scope, place } = wish;
    const { file, inProject = [] } = row;
    const own = typeof file === 'string' ? joinPath(place, row.folder(place), file) : file(place);
    const path = scope === 'user' ? own : inRoot(place, ...inProject);
    const entry = { ...(row.isTyped ? { type: 'stdio' } : {}), ...serverEntry(wish) };
    return [{ kind: 'json', path, items: [serverItem(row.key, entry)] }];
  },
  notes: () => (row.note === undefined ? [] : [row.note]),
});

/** See https://ampcode.com/manual, read on 2026-11-25. The key contains a dot. */
export const ampInstaller = installerOf({
  ...{ agent: 'amp', title: 'Amp', key: 'amp.mcpServers' },
  folder: (place) => xdgFolder(place, 'amp'),
  file: 'settings.json',
  inProject: ['.amp', 'settings.json'],
  note: 'Amp has no hook that adds context; it asks by the tools.',
});

export const claudeDesktopInstaller = installerOf({
  ...{ agent: 'claude-desktop', title: 'Claude Desktop', key: 'mcpServers' },
  folder: (place) => appFolder(place, 'Claude'),
  file: 'claude_desktop_config.json',
  note: 'Quit Claude Desktop and start it again.',
});

/**
 * Cline's command line. See https://docs.cline.bot/mcp/mcp-overview, read on 2026-11-25. Cline's VS Code extension uses
 * another file.
 */
export const clineInstaller = installerOf({
  ...{ agent: 'cline', title: 'Cline CLI', key: 'mcpServers' },
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
  inProject: ['.vscode', 'mcp.json'],
  note: 'VS Code asks once whether it may trust the server.',
});

export const zedInstaller = installerOf({
  ...{ agent: 'zed', title: 'Zed', key: 'context_servers' },
  folder: (place) => (place.platform === 'win32' ? appFolder(place, 'Zed') : xdgFolder(place, 'zed')),
  file: 'settings.json',
  inProject: ['.zed', 'settings.json'],
});
