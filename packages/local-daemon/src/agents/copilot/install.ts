/** Installs into Copilot CLI: `mcp-config.json`, and a hooks file of Cairn's own. */
import { parseJson } from '@cairn/schema';
import { hookNames } from '../hook-event.ts';
import type { AgentInstaller, InstallWish, Place } from '../installer.ts';
import { hookCommand, isOurCommand, serverEntry, serverItem } from '../our-marks.ts';
import { folderOf, joinPath } from '../places.ts';

const configFolder = (place: Place): string => folderOf(place, 'COPILOT_HOME', '.copilot');

const NAMES = hookNames('sessionStart userPromptSubmitted postToolUse preCompact agentStop sessionEnd');

const hooksText = (wish: InstallWish): string => {
  const shell = wish.place.platform === 'win32' ? 'powershell' : 'bash';
  const hooks = NAMES.map(([event, kind]) => {
    const command = hookCommand(wish, 'copilot', kind);
    return [
      event,
      [{ type: 'command', [shell]: shell === 'bash' ? command : `& ${command}`, timeoutSec: 10 }],
    ];
  });
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
};

export const copilotInstaller: AgentInstaller = {
  agent: 'copilot',
  title: 'Copilot CLI',
  scopes: ['user'],
  signs: (place) => [configFolder(place)],
  pieces: (wish) => [
    {
      kind: 'json',
      path: joinPath(wish.place, configFolder(wish.place), 'mcp-config.json'),
      items: [serverItem('mcpServers', { type: 'local', ...serverEntry(wish), tools: ['*'] })],
    },
    {
      kind: 'file',
      path: joinPath(wish.place, configFolder(wish.place), 'hooks', 'cairn.json'),
      text: hooksText(wish),
      isOurs: (text) =>
        text
          .split('\n')
          .some((line) => isOurCommand('copilot', parseJson(/^[^:]*": (".*"),?$/.exec(line)?.[1] ?? ''))),
    },
  ],
  notes: () => [],
};
