import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { doctorResult, searchResult } from '@cairn/schema';
import { tempHome, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Device, device, root, withMembers } from './cairn.ts';

/** Makes a device whose user's folder holds the settings of several agents. */
const withAgents = async () => {
  const own = await device('install');
  onTestFinished(own.end);
  const user = await tempHome('user');
  onTestFinished(user.remove);
  const shop = join(user.path, 'shop');
  mkdirSync(shop);
  for (const folder of ['.cursor', '.codex', '.claude'])
    cpSync(join(root, 'tests/fixtures/agents/settings', folder), join(user.path, folder), {
      recursive: true,
    });
  const options = { cwd: shop, env: { HOME: user.path } };
  return { own, home: user.path, shop, options };
};

/** Runs a command as an agent does: in a shell, without our environment. */
const byShell = (
  command: string,
  input: object,
): Promise<{ readonly code: number | null; readonly out: string }> =>
  new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], {
      env: { PATH: '/usr/bin:/bin', CAIRN_PORT: '0', CAIRN_EMBED: 'off' },
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
    child.once('close', (code) => resolve({ code, out }));
    child.stdin.end(JSON.stringify(input));
  });

const commandOf = (file: string): string =>
  JSON.parse(readFileSync(file, 'utf8')).hooks.SessionStart.at(-1).hooks[0].command;

const save = (own: Device, text: string) => own.run(['save', text]);

test('[IN-1] without a terminal it lists what is there; then installs it, and the hook that is written works', async () => {
  const { own, home, shop, options } = await withAgents();
  const listed = await own.run(['install'], options);
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(listed.out).toMatch(/cairn install claude-code +Claude Code\n.*codex[\s\S]*cursor[\s\S]*--yes/);
  expect(listed.out).not.toContain('zed');
  const document = await own.json(withMembers('changed', 'found'), ['install'], options);
  expect(document).toEqual({ changed: [], found: ['claude-code', 'codex', 'cursor'] });
  const dry = await own.json(withMembers('changed', 'diff'), ['install', 'codex', '--dry-run'], options);
  expect(dry.diff).toMatch(/^--- .*config\.toml\n\+\+\+ .*config\.toml\n@@[\s\S]*\+\[mcp_servers\.cairn\]/);
  expect(readdirSync(join(home, '.codex'))).toEqual(['config.toml']);
  const relative = { ...options, cwd: home, env: { ...options.env, CAIRN_HOME: 'mem' } };
  const diff = (await own.run(['install', 'codex', '--dry-run'], relative)).out;
  expect(diff.match(/CAIRN_HOME\W+[\w/.-]+/)?.[0]).toMatch(/\W\/.*\/mem$/);
  const made = await own.json(withMembers('changed'), ['install', '--yes'], options);
  expect(made.changed).toHaveLength(7);
  expect(await own.json(withMembers('changed'), ['install', '--yes'], options)).toEqual({ changed: [] });

  await save(own, 'The shop uses pnpm');
  const command = commandOf(join(home, '.claude/settings.json'));
  expect(command).toContain(join(root, 'bin/cairn'));
  // A busy machine may need longer than the hook waits. It then says nothing, and a later start is answered.
  const ran = await vi.waitUntil(
    async () => {
      const { code, out } = await byShell(command, { session_id: 's', cwd: shop, source: 'startup' });
      expect(code).toBe(0);
      return out;
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(JSON.parse(ran).hookSpecificOutput).toMatchObject({
    hookEventName: 'SessionStart',
    additionalContext: expect.stringContaining('The shop uses pnpm'),
  });

  const { checks } = await own.json(doctorResult, ['doctor'], options);
  const looked = checks.filter(({ id }) => ['claude-code', 'codex', 'cursor'].includes(id));
  // Codex has not yet been asked whether it may run the hooks.
  expect(looked.map(({ id, status }) => [id, status]).sort()).toEqual([
    ['claude-code', 'pass'],
    ['codex', 'warn'],
    ['cursor', 'pass'],
  ]);
  const out = await own.json(withMembers('changed'), ['uninstall', '--yes'], options);
  expect(out.changed).toHaveLength(7);
  for (const path of ['.cursor/mcp.json', '.codex/config.toml', '.claude/settings.json'])
    expect(readFileSync(join(home, path), 'utf8')).toBe(
      readFileSync(join(root, 'tests/fixtures/agents/settings', path), 'utf8'),
    );
});

test('[IN-6] doctor tells of one agent when each of its hooks was called last, also without a daemon', async () => {
  const { own, home, shop, options } = await withAgents();
  const looked = async (agent: string) =>
    (await own.json(doctorResult, ['doctor', '--agent', agent], options)).checks;
  expect(await own.fails(1, ['doctor', '--agent', 'claude'], options)).toMatchObject({
    document: { checks: [{ id: 'claude-code', status: 'fail' }] },
  });
  expect(await own.fails(2, ['doctor', '--agent', 'emacs'], options)).toMatchObject({ kind: 'usage' });
  await own.run(['install', 'claude-code', 'cursor'], options);
  const before = await looked('claude-code');
  expect(before.map(({ id, status }) => [id, status])).toEqual([
    ['claude-code', 'pass'],
    ...['session-start', 'prompt', 'tool', 'compact', 'stop', 'session-end'].map((id) => [id, 'warn']),
  ]);
  await own.run(['down']);
  const began = Date.now();
  await byShell(commandOf(join(home, '.claude/settings.json')), {
    session_id: 's',
    cwd: shop,
    source: 'startup',
  });
  const after = await looked('claude');
  const [, start] = after;
  expect(start).toMatchObject({ id: 'session-start', status: 'pass' });
  const at = Date.parse(/Last called (\S+)\.$/.exec(start?.message ?? '')?.[1] ?? '');
  expect(at).toBeGreaterThan(began - 2_000);
  expect(at).toBeLessThanOrEqual(Date.now());
  expect(after.slice(2).every(({ status }) => status === 'warn')).toBe(true);
  expect((await looked('cursor')).filter(({ status }) => status === 'warn')).toHaveLength(6);
});

test('[IN-7] the bundle of Claude Desktop finds the program and hands it the conversation', async () => {
  const { own, home } = await withAgents();
  await own.run(['up']);
  const launcher = join(root, 'integrations/claude-desktop/server/index.mjs');
  const ask = (env: Readonly<Record<string, string>>) =>
    new Promise<{ readonly out: string; readonly err: string }>((resolve) => {
      const child = spawn(process.execPath, [launcher], {
        env: { HOME: home, CAIRN_HOME: own.home, ...env },
      });
      const texts = { out: '', err: '' };
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        texts.out += part;
        child.stdin.end();
      });
      child.stderr.setEncoding('utf8').on('data', (part: string) => (texts.err += part));
      child.once('close', () => resolve(texts));
      child.stdin.on('error', () => undefined);
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      };
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    });
  const program = join(root, 'bin/cairn');
  const answers = [
    await ask({ PATH: '/usr/bin:/bin', CAIRN_PROGRAM: program }),
    await ask({ PATH: `${join(root, 'bin')}:/usr/bin:/bin`, CAIRN_PROGRAM: '' }),
  ];
  for (const { out } of answers)
    expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ result: { serverInfo: { name: 'cairn' } } });
  expect((await ask({ PATH: '/usr/bin:/bin', CAIRN_PROGRAM: '/nowhere/cairn' })).err).toContain(
    'Cairn is not found at /nowhere/cairn.',
  );
});

test('[IN-1] what cannot be installed is exit 1, and 5 when something else was', async () => {
  const { own, home, options } = await withAgents();
  writeFileSync(join(home, '.cursor/mcp.json'), '{ "mcpServers": ');
  const alone = await own.fails(1, ['install', 'cursor'], options);
  expect(alone).toMatchObject({
    kind: 'bad_file',
    message: expect.stringMatching(
      /mcp\.json: line 1, column \d+: .*left as it is\. Fix it, then run this again\./,
    ),
  });
  const partly = await own.fails(5, ['install', 'cursor', 'codex'], options);
  expect(partly.document).toMatchObject({
    changed: [join(home, '.codex/config.toml'), join(home, '.codex/hooks.json')],
  });
  expect(await own.fails(2, ['install', 'emacs'], options)).toMatchObject({
    message: expect.stringContaining('claude-code'),
  });
  expect(await own.fails(2, ['install', 'windsurf', '--project'], options)).toMatchObject({ kind: 'usage' });
  expect(await own.fails(2, ['install', 'codex', '--project', '--user'], options)).toMatchObject({
    kind: 'usage',
  });
});

test('[IN-1] for a project it writes into the project alone', async () => {
  const { own, home, shop, options } = await withAgents();
  const made = await own.json(withMembers('changed'), ['install', 'claude-code', '--project'], options);
  expect(made.changed).toEqual(
    ['.mcp.json', '.claude/settings.local.json', '.claude/skills/cairn/SKILL.md'].map((path) =>
      join(shop, path),
    ),
  );
  expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).not.toContain('cairn');
  expect(await own.json(withMembers('changed'), ['uninstall', '--yes', '--user'], options)).toMatchObject({
    changed: [],
  });
  const elsewhere = { ...options, cwd: home };
  expect(await own.json(withMembers('changed'), ['uninstall', 'claude-code'], elsewhere)).toEqual({
    changed: [],
  });
  await own.json(withMembers('changed'), ['uninstall', '--yes', '--project'], options);
  expect(readdirSync(shop)).toEqual([]);
});

test('[IN-3] uninstall takes out what is for all projects and for the one in this folder', async () => {
  const { own, home, shop, options } = await withAgents();
  const before = readFileSync(join(home, '.cursor/mcp.json'), 'utf8');
  await own.json(withMembers('changed'), ['install', 'cursor'], options);
  await own.json(withMembers('changed'), ['install', 'cursor', '--project'], options);
  const out = await own.json(withMembers('changed'), ['uninstall', 'cursor'], options);
  expect(out.changed).toHaveLength(4);
  expect(readdirSync(shop)).toEqual([]);
  expect(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).toBe(before);
});

test('[IN-3] uninstall names the projects in other folders, where it stays', async () => {
  const { own, home, shop, options } = await withAgents();
  await own.json(withMembers('changed'), ['install', 'cursor', '--project'], options);
  const elsewhere = { ...options, cwd: home };
  const note = `Cursor is still installed in ${shop}: run \`cairn uninstall cursor\` there.`;
  for (const args of [['uninstall'], ['uninstall', '--yes'], ['uninstall', 'cursor']])
    expect((await own.run(args, elsewhere)).err).toContain(note);
  expect((await own.run(['uninstall', 'claude-code'], elsewhere)).err).toBe('');
  expect(await own.run(['uninstall', 'cursor'], options)).toMatchObject({ code: 0, err: '' });
});

test('[IN-1, HK-3, HK-7] the plugin that OpenCode is given adds context to messages, and nothing when Cairn is away', async () => {
  const { own, home, shop, options } = await withAgents();
  await own.json(withMembers('changed'), ['install', 'opencode'], options);
  await save(own, 'Billing listens on port 8080');
  const plugin = join(home, '.config/opencode/plugins/cairn.js');
  const { CairnMemory } = await import(pathToFileURL(plugin).href);
  const hooks = await CairnMemory({ directory: shop });
  const sendTo = async (to: typeof hooks, text: string): Promise<readonly string[]> => {
    const parts = [{ type: 'text', text, id: 'prt_0a1b2c3d4e5f001abcdef' }];
    await to['chat.message']({ sessionID: 'ses_1' }, { message: { id: 'msg_1' }, parts });
    // As in OpenCode, the parts are shown to the model in the order of their ids.
    return parts.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((part) => part.text);
  };
  const send = (text: string) => sendTo(hooks, text);
  expect(await send('hello')).toEqual([expect.stringMatching(/^<memory-[\s\S]*port 8080/), 'hello']);
  await save(own, 'Deployments happen on Tuesday mornings');
  expect(await send('When do deployments happen?')).toEqual([
    expect.stringContaining('Tuesday'),
    expect.anything(),
  ]);
  expect(await send('When do deployments happen?')).toEqual(['When do deployments happen?']);
  await hooks.event({ event: { type: 'session.compacted', properties: { sessionID: 'ses_1' } } });
  const again = /port 8080[\s\S]*Where you were[\s\S]*Asked last: When do deployments happen/;
  expect(await send('Go on')).toEqual([expect.stringMatching(again), 'Go on']);
  const later = await CairnMemory({ directory: shop });
  const [told] = await sendTo(later, 'Once more');
  expect(told).toContain('Where you were');
  await hooks['experimental.text.complete']({ sessionID: 'ses_1' }, { text: 'The quokka sleeps' });
  const isKept = async (): Promise<boolean> => {
    const { passages = [] } = await own.json(searchResult, ['search', 'quokka', '--in', 'sessions']);
    return passages.some(({ author, text }) => author === 'assistant' && text === 'The quokka sleeps');
  };
  await waitUntil(isKept, { timeoutMs: 20_000, what: 'the answer' });
  const text = readFileSync(plugin, 'utf8').replace(
    /const COMMAND = .*/,
    'const COMMAND = ["/nowhere/cairn"];',
  );
  const broken = join(home, 'broken.mjs');
  writeFileSync(broken, text);
  const alone = await (await import(pathToFileURL(broken).href)).CairnMemory({ directory: shop });
  const parts = [{ type: 'text', text: 'hello' }];
  await alone['chat.message']({ sessionID: 'ses_2' }, { message: { id: 'msg_2' }, parts });
  expect(parts).toHaveLength(1);
});
