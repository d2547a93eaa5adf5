/**
 * Installs into Cline's command line (https://docs.cline.bot/mcp/mcp-overview, read on 2026-11-25): a file of servers.
 * Cline's VS Code extension uses another file.
 */
import type { AgentInstaller, Place } from '../installer.ts';
import { serverEntry, serverItem } from '../our-marks.ts';
import { folderOf, inHome } from '../places.ts';

const settingsFile = (place: Place): string =>
  folderOf(place, 'CLINE_MCP_SETTINGS_PATH', '.cline', 'data', 'settings', 'cline_mcp_settings.json');

export const clineInstaller: AgentInstaller = {
  agent: 'cline',
  title: 'Cline CLI',
  scopes: ['user'],
  signs: (place) => [inHome(place, '.cline')],
  pieces: (wish) => [
    {
      kind: 'json',
      path: settingsFile(wish.place),
      items: [serverItem('mcpServers', serverEntry(wish))],
    },
  ],
  notes: () => ['Cline has no hook that Cairn uses; it asks by the tools.'],
};
