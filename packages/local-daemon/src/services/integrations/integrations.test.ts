import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@cairn/client/device';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import type { InstallScope, Place } from '../../agents/installer.ts';
import { foundAgents, INSTALLERS } from '../../agents/installers.ts';
import { publishedFiles } from '../../agents/published.ts';
import { fixtures, named, setUp, snapshot } from '../../testing/agents-home.ts';
import { examineIntegrations } from './examine.ts';
import { createIntegrations, type IntegrationDeps } from './integrations.ts';
import { parseRecords } from './records.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const each: readonly (readonly [string, InstallScope])[] = INSTALLERS.flatMap(({ agent, scopes }) =>
  scopes.map((scope) => [agent, scope] as const),
);
const fine = { failures: [] };

describe('[IN-1] an agent', () => {
  test.each(each)(
    '%s, %s: is given what it needs, once, and loses it without a trace',
    async (agent, scope) => {
      const { home, deps, install, uninstall } = await setUp();
      const before = snapshot(home);
      expect(install(named(agent), scope, true)).toMatchObject(fine);
      expect(snapshot(home)).toEqual(before);
      const made = install(named(agent), scope, false);
      expect(made).toMatchObject(fine);
      expect(made.changes.length).toBeGreaterThan(0);
      const after = snapshot(home);
      for (const { path, before: text } of made.changes) {
        expect(after[path]).toContain('cairn');
        // Every line that was there before is still there.
        const lines = (text ?? '').split(/\r?\n/).map((line) => line.replace(/[,\s]*$/, ''));
        const now = readFileSync(path, 'utf8');
        const isFilled = (line: string): boolean => !/\[\]$|\{\}$/.test(line);
        if (lines.length > 2) for (const line of lines.filter(isFilled)) expect(now).toContain(line);
      }
      expect(install(named(agent), scope, false)).toMatchObject({ changes: [], ...fine });
      expect(snapshot(home)).toEqual(after);
      const status = agent === 'codex' ? 'warn' : 'pass';
      expect(examineIntegrations(deps, deps.records.read())).toMatchObject([{ id: agent, status }]);
      expect(uninstall(named(agent), scope, true)).toMatchObject(fine);
      expect(snapshot(home)).toEqual(after);
      expect(uninstall(named(agent), scope, false)).toMatchObject(fine);
      expect(snapshot(home)).toEqual(before);
      expect(uninstall(named(agent), scope, false)).toMatchObject({ changes: [], ...fine });
      expect(deps.records.read()).toEqual([]);
    },
  );

  test.each([false, true])(
    'OpenCode loses it from both of its files, if the second came later; installed again: %s',
    async (isAgain) => {
      const { home, install, uninstall } = await setUp();
      const folder = join(home, '.config/opencode');
      renameSync(join(folder, 'opencode.jsonc'), join(folder, 'opencode.json'));
      expect(install(named('opencode'), 'user', false)).toMatchObject(fine);
      writeFileSync(join(folder, 'opencode.jsonc'), '{}\n');
      if (isAgain) expect(install(named('opencode'), 'user', false)).toMatchObject(fine);
      expect(uninstall(named('opencode'), 'user', false)).toMatchObject(fine);
      const left = Object.entries(snapshot(folder)).filter(([, text]) => text.includes('cairn'));
      expect(left).toEqual([]);
    },
  );

  test('is found by its own files, where its environment says they are', async () => {
    const { home, deps } = await setUp();
    expect(foundAgents(deps.place)).toHaveLength(INSTALLERS.length);
    rmSync(join(home, '.cursor'), { recursive: true });
    expect(foundAgents(deps.place).map(({ agent }) => agent)).not.toContain('cursor');
    rmSync(join(home, '.qwen/settings.json'));
    rmSync(join(home, '.gemini/settings.json'));
    const found = foundAgents(deps.place).map(({ agent }) => agent);
    expect([found.includes('qwen'), found.includes('gemini')]).toEqual([true, false]);
    const paths = (agent: string, place: Partial<Place>) =>
      named(agent)
        .pieces({ scope: 'user', launcher: deps.launcher, place: { ...deps.place, ...place } })
        .map(({ path }) => path);
    expect(paths('claude-code', { env: { CLAUDE_CONFIG_DIR: '/cc' } })).toEqual([
      '/cc/.claude.json',
      '/cc/settings.json',
      '/cc/skills/cairn/SKILL.md',
    ]);
    expect(paths('codex', { env: { CODEX_HOME: '/cx' } })).toEqual(['/cx/config.toml', '/cx/hooks.json']);
    expect(paths('copilot', { env: { COPILOT_HOME: '/cp' } })[0]).toBe('/cp/mcp-config.json');
    expect(paths('zed', { env: { XDG_CONFIG_HOME: '/xdg' } })).toEqual(['/xdg/zed/settings.json']);
    const mac = { platform: 'darwin', homeDir: '/Users/ada' };
    expect(paths('claude-desktop', mac)).toEqual([
      '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json',
    ]);
    expect(paths('vscode', mac)).toEqual(['/Users/ada/Library/Application Support/Code/User/mcp.json']);
    const windows = { platform: 'win32', homeDir: 'C:\\Users\\ada', env: { APPDATA: 'D:\\Roaming' } };
    expect(paths('claude-desktop', windows)).toEqual(['D:\\Roaming\\Claude\\claude_desktop_config.json']);
    expect(paths('cursor', windows)[0]).toBe('C:\\Users\\ada\\.cursor\\mcp.json');
  });

  test('is told in its own words: the server, and hooks with a path that a shell takes', async () => {
    const { home, program, install } = await setUp();
    for (const { agent } of INSTALLERS) install(named(agent), 'user', false);
    const json = (path: string) => parseJsonc(readFileSync(join(home, path), 'utf8').replace(/^\uFEFF/, ''));
    const plain = { command: program, args: ['mcp'] };
    expect(json('.claude.json').mcpServers).toMatchObject({
      github: { type: 'http' },
      cairn: { type: 'stdio', ...plain },
    });
    expect(json('.cursor/mcp.json').mcpServers).toMatchObject({ db: { command: 'uvx' }, cairn: plain });
    expect(json('.config/Code/User/mcp.json').servers).toMatchObject({
      x: {},
      cairn: { type: 'stdio', ...plain },
    });
    expect(json('.config/zed/settings.json').context_servers).toMatchObject({ postgres: {}, cairn: plain });
    expect(json('.config/opencode/opencode.jsonc').mcp).toEqual({
      cairn: { type: 'local', command: [program, 'mcp'], enabled: true },
    });
    expect(parseToml(readFileSync(join(home, '.codex/config.toml'), 'utf8')).mcp_servers).toMatchObject({
      docs: { command: 'npx' },
      cairn: plain,
    });
    const quoted = `'${program.replaceAll("'", "'\\''")}'`;
    const hook = `/bin/sh -c '[ -e "$0" ] || exit 0; exec "$0" "$@"' ${quoted} hook`;
    expect(json('.claude/settings.json').hooks).toMatchObject({
      SessionStart: [
        { hooks: [{ type: 'command', command: `${hook} claude-code session-start`, timeout: 10 }] },
      ],
      PostToolUse: [{ matcher: 'Edit|Write' }, { hooks: [{ timeout: 10 }] }],
    });
    // [HK-6]
    expect(JSON.stringify(json('.claude/settings.json').hooks)).not.toContain('async');
    expect(json('.cursor/hooks.json')).toMatchObject({
      version: 1,
      hooks: { afterFileEdit: [{}], sessionStart: [{ command: `${hook} cursor session-start` }] },
    });
    expect(json('.gemini/settings.json').hooks.SessionStart).toMatchObject([
      { hooks: [{ name: 'now' }] },
      { hooks: [{ command: `${hook} gemini session-start`, timeout: 10_000 }] },
    ]);
    expect(json('.copilot/hooks/cairn.json').hooks.sessionStart).toMatchObject([
      { type: 'command', bash: `${hook} copilot session-start` },
    ]);
  });

  test('named with a home of its own starts Cairn with that home', async () => {
    const { home, deps } = await setUp();
    const launcher = { ...deps.launcher, env: { CAIRN_HOME: '/srv/a b' } };
    createIntegrations({ ...deps, launcher }).install(named('cursor'), 'user', false);
    const text = (path: string) => readFileSync(join(home, path), 'utf8');
    expect(parseJsonc(text('.cursor/mcp.json')).mcpServers.cairn.env).toEqual({ CAIRN_HOME: '/srv/a b' });
    expect(parseJsonc(text('.cursor/hooks.json')).hooks.stop).toBeUndefined();
    expect(text('.cursor/hooks.json')).toContain("env 'CAIRN_HOME=/srv/a b' ");
  });

  test('[IN-7] may take it as a plugin, an extension or a bundle, which say the same', () => {
    for (const [path, text] of Object.entries(publishedFiles(VERSION)))
      expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
  });
});

test('[IN-7] the entry for the registry of MCP keeps to its rules, and the package names it', () => {
  const entry = JSON.parse(publishedFiles(VERSION)['integrations/mcp-registry/server.json'] ?? '');
  // https://github.com/modelcontextprotocol/registry, docs/reference/server-json, of 2025-09-29
  expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry).toMatchObject({
    version: VERSION,
    packages: [{ registryType: 'npm', version: VERSION, transport: { type: 'stdio' } }],
  });
  const packed = readFileSync(join(root, 'scripts/pack/manifest.mjs'), 'utf8');
  expect(packed).toContain(`PACKAGE_NAME = '${entry.packages[0].identifier}'`);
  expect(packed).toContain('mcpName: read(');
});

describe('[IN-3] taking it out', () => {
  test.each(each)(
    'of %s, %s works without any record, and leaves what others wrote',
    async (agent, scope) => {
      const { home, install, uninstall, forgetRecords } = await setUp();
      const before = snapshot(home);
      const made = install(named(agent), scope, false);
      for (const { path } of made.changes)
        if (/settings\.json$|hooks\.json$/.test(path) && !path.includes('copilot')) {
          const text = readFileSync(path, 'utf8');
          writeFileSync(
            path,
            text.replace(/\}\s*$/, (end) => `${end}// later\n`),
          );
        }
      forgetRecords();
      expect(uninstall(named(agent), scope, false)).toMatchObject(fine);
      const after = snapshot(home);
      for (const text of Object.values(after)) expect(text).not.toMatch(/cairn'?"?,? *(?:hook|"mcp)/);
      for (const [path, text] of Object.entries(before))
        expect(settingsOf(path, after[path] ?? ''), path).toEqual(settingsOf(path, text));
    },
  );

  test('after an agent has written its own settings meanwhile keeps these, and says where the copy is', async () => {
    const { home, install, uninstall } = await setUp();
    const path = join(home, '.claude.json');
    install(named('claude-code'), 'user', false);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"numStartups": 41', '"numStartups": 42'));
    install(named('claude-code'), 'user', false);
    const out = uninstall(named('claude-code'), 'user', false);
    expect(readFileSync(path, 'utf8')).toBe(
      readFileSync(join(fixtures, '.claude.json'), 'utf8').replace('"numStartups": 41', '"numStartups": 42'),
    );
    expect(out.notes.join()).toContain('.claude.json.cairn-backup');
  });

  test('[RL-47] of a program that was installed again from another folder leaves no part of either', async () => {
    const { home, deps, install, uninstall } = await setUp();
    const settings = join(home, '.claude/settings.json');
    rmSync(settings);
    const before = snapshot(home);
    const moved = {
      ...deps,
      launcher: { ...deps.launcher, hook: ['/old/cairn'], mcp: ['/old/cairn', 'mcp'] },
    };
    const claude = named('claude-code');
    createIntegrations(moved).install(claude, 'user', false);
    install(claude, 'user', false);
    expect(uninstall(claude, 'user', false).notes).toEqual([]);
    expect(snapshot(home)).toEqual(before);

    createIntegrations(moved).install(claude, 'user', false);
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('{', '{\n  "model": "opus",'));
    install(claude, 'user', false);
    uninstall(claude, 'user', false);
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ model: 'opus' });
  });

  test('leaves what is under our name and not ours, and files of ours that somebody made his own', async () => {
    const { home, install, uninstall } = await setUp();
    const skill = join(home, '.claude/skills/cairn/SKILL.md');
    mkdirSync(dirname(skill), { recursive: true });
    writeFileSync(skill, 'my own');
    expect(install(named('claude-code'), 'user', false).failures.join()).toMatch(
      /SKILL\.md: it is there already/,
    );
    expect(snapshot(home)[join(home, '.claude.json')]).toBe(
      readFileSync(join(fixtures, '.claude.json'), 'utf8'),
    );
    uninstall(named('claude-code'), 'user', false);
    expect(readFileSync(skill, 'utf8')).toBe('my own');
  });
});

/** Returns the settings in a file. Empty lists do not count, because without a record nobody knows who made them. */
const settingsOf = (path: string, text: string): unknown =>
  path.endsWith('.toml') ? parseToml(text) : filled(parseJsonc(text.replace(/^(?:\uFEFF|ï»¿)/, '')));

const filled = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const inner = Object.entries(value).map(([name, one]) => [name, filled(one)] as const);
  return Object.fromEntries(
    inner.filter(([, one]) => typeof one !== 'object' || one === null || Object.keys(one).length > 0),
  );
};

test('[IN-3] what Codex noted on our hooks goes with them, and on those of others stays', async () => {
  const { home, install, uninstall } = await setUp();
  const config = join(home, '.codex/config.toml');
  const hooks = join(home, '.codex/hooks.json');
  const own = `# mine\nmodel = "x"\n\n[hooks.state."${hooks}:stop:0:0"]\ntrusted_hash = "sha256:mine"\n`;
  const mine = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
  writeFileSync(config, own);
  writeFileSync(hooks, JSON.stringify(mine));
  install(named('codex'), 'user', false);
  const at = [
    'session_start:0:0',
    'user_prompt_submit:0:0',
    'post_tool_use:0:0',
    'pre_compact:0:0',
    'stop:1:0',
  ];
  for (const name of at)
    appendFileSync(config, `\n[hooks.state."${hooks}:${name}"]\ntrusted_hash = "sha256:0"\n`);
  // At the second installation, these tables are part of the earlier file.
  install(named('codex'), 'user', false);
  expect(uninstall(named('codex'), 'user', false)).toMatchObject(fine);
  expect(readFileSync(config, 'utf8')).toBe(own);
  expect(JSON.parse(readFileSync(hooks, 'utf8'))).toEqual(mine);
});

describe('[IN-5] what was installed', () => {
  test('is looked at: gone, leading elsewhere, of another version, without a program', async () => {
    const { home, deps, program, install } = await setUp();
    for (const agent of ['cursor', 'codex', 'zed']) install(named(agent), 'user', false);
    const look = (more: Partial<IntegrationDeps> = {}) =>
      examineIntegrations({ ...deps, ...more }, deps.records.read()).map(
        ({ status, message, fix }) => `${status} ${message} ${fix}`,
      );
    expect(look()).toEqual(expect.arrayContaining([expect.stringMatching(/^pass Cursor/)]));
    expect(look({ version: '2.0.0' })[0]).toMatch(
      /^warn Cursor: installed by Cairn 1\.0\.0.*cairn install cursor --user/,
    );
    rmSync(join(home, '.cursor/hooks.json'));
    const zed = join(home, '.config/zed/settings.json');
    writeFileSync(zed, readFileSync(zed, 'utf8').replace('/cairn"', '/elsewhere/cairn"'));
    const [cursor, codex, zedLine] = look();
    expect(cursor).toMatch(/^warn Cursor: \S+hooks\.json is gone/);
    expect(codex).toMatch(/^warn Codex CLI: Codex skips 5 of its 5 hooks.* Start `codex` once/);
    expect(zedLine).toMatch(/^warn Zed: \S+settings\.json no longer has what was installed/);
    writeFileSync(join(home, '.codex/config.toml'), 'model = [');
    expect(look()[1]).toMatch(
      /^warn Codex CLI: \S+config\.toml: line 1, column \d+: .* Fix the file by hand\. Run `cairn install codex/,
    );
    rmSync(program);
    expect(look()[1]).toMatch(/^warn Codex CLI: .*cairn is not there/);
  });

  test('runs in Codex when each of its hooks is trusted there, and until then it is told what to do', async () => {
    const { home, deps, install } = await setUp();
    const { notes } = install(named('codex'), 'user', false);
    expect(notes.join()).toContain('choose "Trust all');
    const config = join(home, '.codex/config.toml');
    const look = () => examineIntegrations(deps, deps.records.read())[0];
    const trust = (hooks: string, event: string): void =>
      appendFileSync(config, `\n[hooks.state."${hooks}:${event}:0:0"]\ntrusted_hash = "sha256:0"\n`);
    for (const event of ['session_start', 'user_prompt_submit', 'post_tool_use', 'pre_compact'])
      trust(join(home, '.codex/hooks.json'), event);
    trust('/elsewhere/hooks.json', 'stop');
    expect(look()).toMatchObject({ status: 'warn', message: expect.stringContaining('skips 1 of its 5') });
    trust(join(home, '.codex/hooks.json'), 'stop');
    expect(look()).toMatchObject({ status: 'pass' });
    appendFileSync(config, 'model = [');
    expect(look()).toMatchObject({ status: 'warn' });
  });

  test('is remembered as far as its list can be read', () => {
    expect(parseRecords(null)).toEqual([]);
    expect(parseRecords('{"v": 1, "integrations": [{}]}')).toEqual([]);
    expect(parseRecords('{')).toEqual([]);
  });
});
