import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { claudeCodeHooks, claudeCodeServer } from './claude-code/install.ts';
import { copilotInstaller } from './copilot/install.ts';
import { putJson, takeJson } from './edit/json-pieces.ts';
import type { InstallWish } from './installer.ts';
import { hookCommand, isOurCommand, isOurHook, isOurServer } from './our-marks.ts';

const wish = (platform: string, mcp: readonly string[], hook: readonly string[], env = {}): InstallWish => ({
  scope: 'user',
  place: { env: {}, homeDir: '/home/ada', platform, root: '/shop', exists: () => false },
  launcher: { mcp, hook, env },
});

test('[IN-3] a hook on Windows is given the folder that other systems give to it', async () => {
  const program = join(await homeForTest(), 'cli.cjs');
  writeFileSync(
    program,
    'process.stdout.write(JSON.stringify([process.env.CAIRN_HOME, ...process.argv.slice(2)]))',
  );
  const CAIRN_HOME = 'D:\\Ada\'s "größte" 100% $HOME\\cairn';
  const command = hookCommand(
    wish('win32', [], [process.execPath, program], { CAIRN_HOME }),
    'gemini',
    'stop',
  );
  expect(isOurCommand('gemini', command)).toBe(true);
  // Shells differ in every one of these, and the agent chooses the shell.
  expect(command).not.toMatch(/[%$`'\\]/);
  const told = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8', env: {} });
  expect(JSON.parse(told)).toEqual([CAIRN_HOME, 'hook', 'gemini', 'stop']);
});

describe('[IN-3] what we wrote is known again', () => {
  test.each([
    ['a checkout', wish('linux', ['/opt/cairn/bin/cairn', 'mcp'], ['/opt/cairn/bin/cairn'])],
    ['odd folders', wish('linux', ["/o p/a'b/cairn", 'mcp'], ["/o p/a'b/cairn"], { CAIRN_HOME: "/h o/m'e" })],
    [
      'the npm package',
      wish(
        'linux',
        ['/usr/bin/node', '/lib/x y/bin/cairn.cjs', 'mcp'],
        ['/usr/bin/node', '/lib/x y/bin/cairn.cjs'],
      ),
    ],
    [
      'Windows',
      wish(
        'win32',
        ['C:\\Program Files\\node.exe', 'D:\\ada b\\dist\\mcp.cjs', 'mcp'],
        ['C:\\Program Files\\node.exe', 'D:\\ada b\\dist\\cli.cjs'],
      ),
    ],
    ['a plugin', wish('linux', ['cairn', 'mcp'], ['cairn'])],
  ])('of %s', (_, written) => {
    expect(isOurServer(claudeCodeServer(written).value)).toBe(true);
    for (const { value } of claudeCodeHooks(written)) {
      expect(isOurHook('claude-code')(value)).toBe(true);
      expect(isOurHook('codex')(value)).toBe(false);
    }
    const [, hooks] = copilotInstaller.pieces(written);
    if (hooks?.kind !== 'file') throw new Error('Copilot has a file of hooks');
    expect(hooks.isOurs(hooks.text)).toBe(true);
    expect(hooks.isOurs(hooks.text.replaceAll('hook copilot', 'hook codex'))).toBe(false);
  });

  test('also in a group to which the person added a hook, so that no event is sent twice', () => {
    const [item] = claudeCodeHooks(wish('linux', ['/new/cairn', 'mcp'], ['/new/cairn']));
    if (item === undefined) throw new Error('Claude Code has hooks');
    const theirs = { type: 'command', command: 'date' };
    const ours = { type: 'command', command: '/old/cairn hook claude-code session-start', timeout: 10 };
    const text = JSON.stringify({ hooks: { SessionStart: [{ matcher: '', hooks: [theirs, ours] }] } });
    const put = putJson(text, [item]);
    if (put.kind === 'refused') throw new Error(put.reason);
    const [group, ...more] = JSON.parse(put.text).hooks.SessionStart;
    expect(more).toEqual([]);
    expect(group).toMatchObject({
      matcher: '',
      hooks: [theirs, { command: expect.stringContaining('/new') }],
    });
    expect(putJson(put.text, [item])).toEqual(put);
    expect(takeJson(put.text, [item], [])).toMatchObject({ kind: 'edited' });
  });

  test('with an older matcher of tools, so that a new installation replaces it and a removal takes it', () => {
    const tools = claudeCodeHooks(wish('linux', ['/new/cairn', 'mcp'], ['/new/cairn'])).filter(({ path }) =>
      path.includes('PostToolUse'),
    );
    const hook = { type: 'command', command: '/old/cairn hook claude-code tool', timeout: 10 };
    const old = { matcher: 'Bash|Edit|Task|mcp__(?!cairn__).*', hooks: [hook] };
    const text = JSON.stringify({ hooks: { PostToolUse: [old] } });
    const put = putJson(text, tools);
    if (put.kind === 'refused') throw new Error(put.reason);
    expect(JSON.parse(put.text).hooks.PostToolUse).toEqual(tools.map(({ value }) => value));
    const taken = takeJson(text, tools, []);
    if (taken.kind === 'refused') throw new Error(taken.reason);
    expect(taken.text).not.toContain('cairn');
  });

  test('and what others wrote is not taken for it', () => {
    for (const server of [
      { command: 'npx', args: ['cairn-maps', 'mcp'] },
      { command: '/opt/cairn/bin/cairn', args: ['serve'] },
      { command: 'cairns', args: ['mcp'] },
      { url: 'https://example.com/cairn/mcp' },
      'cairn mcp',
    ])
      expect(isOurServer(server)).toBe(false);
    for (const command of ['cairn save "hook claude-code stop"', 'echo hook claude-code stop', 7])
      expect(isOurCommand('claude-code', command)).toBe(false);
    expect(isOurHook('claude-code')({ hooks: [] })).toBe(false);
    const mixed = [{ command: 'cairn hook claude-code stop' }, { command: 'date' }];
    expect(isOurHook('claude-code')({ hooks: mixed })).toBe(false);
  });
});

test('[HK-4] Claude Code calls the hook of tools for the listed tools only, wherever it looks for the matcher', () => {
  const written = JSON.stringify(claudeCodeHooks(wish('linux', ['cairn', 'mcp'], ['cairn'])));
  const [, matcher = ''] = /"matcher":"([^"]*)"/.exec(written) ?? [];
  // Claude Code searches for an expression anywhere in the name of a tool.
  const isCalled = (tool: string): boolean => new RegExp(matcher).test(tool);
  for (const tool of ['Bash', 'Edit', 'MultiEdit', 'Write', 'NotebookEdit', 'WebFetch', 'WebSearch'])
    expect(isCalled(tool), tool).toBe(true);
  for (const tool of ['Task', 'Agent', 'mcp__github__create_issue', 'mcp__cairns__go'])
    expect(isCalled(tool), tool).toBe(true);
  for (const tool of ['TodoWrite', 'BashOutput', 'TaskList', 'TaskGet', 'Read', 'mcp__cairn__memory_save'])
    expect(isCalled(tool), tool).toBe(false);
  // A plugin's servers stand behind its name.
  expect(isCalled('mcp__plugin_cairn_cairn__memory_save')).toBe(false);
  expect(isCalled('mcp__plugin_github_cairn__go')).toBe(true);
});
