/** The same integration as a plugin folder, for those who manage plugins: it finds \`cairn\` in the PATH. */
import type { InstallWish } from '../installer.ts';
import { claudeCodeHooks, claudeCodeServer } from './install.ts';
import { SKILL_TEXT } from './skill.ts';

const WISH: InstallWish = {
  scope: 'user',
  place: { env: {}, homeDir: '/', platform: 'linux', root: '/', exists: () => false },
  launcher: { mcp: ['cairn', 'mcp'], hook: ['cairn'], env: {} },
};

/** Path inside of the folder → text. */
export const pluginFiles = (version: string): Readonly<Record<string, string>> => ({
  '.claude-plugin/plugin.json': json({
    name: 'cairn',
    version,
    description: 'One memory for all of your agents, on all of your devices',
    author: { name: 'Cairn' },
  }),
  '.mcp.json': json({ mcpServers: { cairn: claudeCodeServer(WISH).value } }),
  'hooks/hooks.json': json({
    hooks: Object.fromEntries(claudeCodeHooks(WISH).map(({ path, value }) => [path.at(-1), [value]])),
  }),
  'skills/cairn/SKILL.md': SKILL_TEXT,
});

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
