/**
 * Makes the files that a marketplace or a registry needs to offer Cairn to agents. The files are part of the
 * repository. All of these offers find `cairn` in the PATH, except the bundle of Claude Desktop, which has no PATH and
 * searches for it. [IN-7]
 */
import { claudeCodeHooks, claudeCodeServer } from './claude-code/install.ts';
import { SKILL_TEXT } from './claude-code/skill.ts';
import { codexHooks } from './codex/install.ts';
import type { JsonItem } from './edit/json-pieces.ts';
import type { InstallWish } from './installer.ts';
import { geminiHooks } from './installers.ts';
import { serverEntry } from './our-marks.ts';

const WISH: InstallWish = {
  scope: 'user',
  place: { env: {}, homeDir: '/', platform: 'linux', root: '/', exists: () => false },
  launcher: { mcp: ['cairn', 'mcp'], hook: ['cairn'], env: {} },
};

const ABOUT = { name: 'cairn', description: 'One memory for all of your agents, on all of your devices' };
const AUTHOR = { name: 'Cairn' };
/** Publishing account in the form of MCP's registry. The npm package contains the same name. */
const REGISTRY_NAME = 'io.github.cairn-memory/cairn';

/** Returns the texts by their path in the repository. */
export const publishedFiles = (version: string): Readonly<Record<string, string>> => ({
  ...under('integrations/claude-code', {
    '.claude-plugin/plugin.json': json({ ...named(version), author: AUTHOR }),
    '.mcp.json': json({ mcpServers: { cairn: claudeCodeServer(WISH).value } }),
    'hooks/hooks.json': hooksJson(claudeCodeHooks(WISH)),
    'skills/cairn/SKILL.md': SKILL_TEXT,
  }),
  ...under('integrations/codex', {
    '.codex-plugin/plugin.json': json({
      ...{ ...named(version), author: AUTHOR, skills: './skills/', mcpServers: './.mcp.json' },
      hooks: './hooks/hooks.json',
    }),
    '.mcp.json': json({ mcpServers: { cairn: serverEntry(WISH) } }),
    'hooks/hooks.json': hooksJson(codexHooks(WISH)),
    'skills/cairn/SKILL.md': SKILL_TEXT,
  }),
  ...under('integrations/gemini', {
    'gemini-extension.json': json({ ...named(version), mcpServers: { cairn: serverEntry(WISH) } }),
    'hooks/hooks.json': hooksJson(geminiHooks(WISH)),
  }),
  'integrations/claude-desktop/manifest.json': json(bundle(version)),
  'integrations/mcp-registry/server.json': json({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json',
    ...{ ...named(version), name: REGISTRY_NAME },
    packages: [
      {
        ...{ registryType: 'npm', identifier: 'cairn-memory', version, runtimeHint: 'npx' },
        ...{ transport: { type: 'stdio' }, packageArguments: [{ type: 'positional', value: 'mcp' }] },
      },
    ],
  }),
  '.claude-plugin/marketplace.json': json({
    ...{ name: 'cairn', owner: AUTHOR, metadata: { description: ABOUT.description } },
    plugins: [{ ...ABOUT, source: './integrations/claude-code' }],
  }),
  '.agents/plugins/marketplace.json': json({
    ...{ name: 'cairn', interface: { displayName: 'Cairn' } },
    plugins: [
      {
        ...{ name: 'cairn', source: { source: 'local', path: './integrations/codex' } },
        category: 'Productivity',
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
      },
    ],
  }),
});

const named = (version: string) => ({ name: ABOUT.name, version, description: ABOUT.description });

/** Returns a placeholder that Claude Desktop fills in. */
const filledIn = (name: string): string => `\${${name}}`;

/** Returns the manifest: https://github.com/anthropics/mcpb/blob/main/MANIFEST.md, read on 2026-11-25. */
const bundle = (version: string) => ({
  ...{ manifest_version: '0.3', ...named(version), display_name: 'Cairn', author: AUTHOR },
  server: {
    type: 'node',
    entry_point: 'server/index.mjs',
    mcp_config: {
      command: 'node',
      args: [`${filledIn('__dirname')}/server/index.mjs`],
      env: { CAIRN_PROGRAM: filledIn('user_config.program') },
    },
  },
  user_config: {
    program: {
      ...{ type: 'string', title: 'The program cairn', required: false, default: '' },
      description: 'Its absolute path, where it is not found by itself (`which cairn` shows it)',
    },
  },
  compatibility: { platforms: ['darwin', 'linux', 'win32'] },
  license: 'MIT',
});

const under = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const hooksJson = (items: readonly JsonItem[]): string =>
  json({ hooks: Object.fromEntries(items.map(({ path, value }) => [path.at(-1), [value]])) });

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
