// One daemon with a sealed personal vault and a readable team vault, on two servers. Both kinds of project get memories by the command
// line, MCP and hooks. The test then checks the files, the servers and what another person gets.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectMemory } from '@cairn/client';
import {
  inviteResult,
  joinResult,
  listResult,
  saveResult,
  scopesResult,
  vaultCreateResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type Device,
  device,
  type RunOptions,
  type Server,
  server,
  unhurried,
  withMembers,
} from './cairn.ts';
import { host } from './mcp/host.ts';

const bytesIn = (folder: string, ...without: readonly string[]): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !without.some((part) => path.startsWith(part)))
    .map((path) => readFileSync(path).toString('latin1'))
    .join('\n');

/** Makes a project with a remote, so that it is the same one on each device. */
const project = (own: Device, name: string): string => {
  const cwd = join(own.home, 'work', name);
  mkdirSync(join(cwd, '.git'), { recursive: true });
  writeFileSync(join(cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const remote = `[remote "origin"]\n\turl = https://github.com/ada/${name}.git\n`;
  writeFileSync(join(cwd, '.git', 'config'), remote);
  return cwd;
};

const fresh = async (name: string): Promise<Device> => {
  const own = await device(name);
  onTestFinished(own.end);
  return own;
};
const freshServer = async (): Promise<Server> => {
  const made = await server();
  onTestFinished(made.end);
  return made;
};

const done = async (own: Device, args: readonly string[], options?: RunOptions): Promise<string> => {
  const ran = await own.run(args, options);
  expect(ran.code, `cairn ${args.join(' ')}: ${ran.err}${ran.out}`).toBe(0);
  return ran.out;
};
const contents = async (own: Device, ...args: readonly string[]): Promise<readonly string[]> =>
  (await own.json(listResult, [...args, 'list', '-n', '100'])).memories.map(({ content }) => content);

const hook = async (own: Device, event: string, input: object): Promise<string> => {
  const { NODE_OPTIONS = '' } = { ...unhurried(own).env };
  return done(own, ['hook', 'claude-code', event], { input: JSON.stringify(input), env: { NODE_OPTIONS } });
};

const mcpIn = (own: Device, cwd: string) => {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(CAIRN_|NODE_OPTIONS|VITEST)/.test(name) ? [] : [[name, value]],
    ),
  );
  const home = { CAIRN_HOME: own.home, CAIRN_PORT: '0', CAIRN_EMBED: 'off' };
  return host({ home: own.home, env: { ...env, ...home } }, [], cwd);
};

const vault = (own: Device, on: Server, scope: readonly string[], ...kind: readonly string[]) =>
  own.json(vaultCreateResult, [
    ...[...scope, 'vault', 'create', '--server', on.url, '--setup-token', on.setupToken, ...kind],
  ]);
const joined = async (
  own: Device,
  from: Device,
  on: Server,
  scope: readonly string[],
  into: readonly string[],
) => {
  const { code } = await from.json(inviteResult, [...scope, 'invite']);
  const ran = await own.run([...into, 'join', `${code}@${on.url}`, '--json']);
  expect(ran.code, ran.err).toBe(0);
  joinResult.parse(JSON.parse(ran.out));
};
const TEAM = ['--scope', 'team'];
const SYNC = ['sync', '--wait', '--timeout', '60'];

const OF_TEAM = ['zebra-cli', 'zebra-mcp', 'zebra-hook', 'zebra-session'];
const OF_PERSON = ['heron-cli', 'heron-mcp', 'heron-hook', 'heron-person', 'heron-told'];

describe('a personal vault and that of a team', () => {
  test('[SP-1, SP-2, SP-3] each has what is its own, in files, on servers and on other devices', async () => {
    const [own, theirs, ada, desk, ben] = await Promise.all([
      ...[freshServer(), freshServer()],
      ...[fresh('ada'), fresh('desk'), fresh('ben')],
    ] as const);
    const [team, home] = [project(ada, 'team'), project(ada, 'home')];
    await vault(ada, own, []);
    await done(ada, ['scope', 'add', 'team']);
    await vault(ada, theirs, TEAM, '--readable');
    await done(ada, ['scope', 'use', 'team'], { cwd: team });

    await ada.json(saveResult, ['save', 'Prefers heron-person answers']);
    await ada.json(saveResult, ['save', '-p', '.', 'The shop deploys by zebra-cli'], { cwd: team });
    await ada.json(saveResult, ['save', '-p', '.', 'The garden grows heron-cli'], { cwd: home });
    const [inTeam, atHome] = await Promise.all([mcpIn(ada, team), mcpIn(ada, home)]);
    await inTeam.tool('memory_save', { content: 'The queue is called zebra-mcp' });
    await inTeam.tool('memory_save', { content: 'Likes heron-told in the morning', project: 'global' });
    await atHome.tool('memory_save', { content: 'The shed is called heron-mcp' });
    await done(ada, ['session', 'append', 'talk', '-p', '.', 'user: We call it zebra-session'], {
      cwd: team,
    });
    const said = (cwd: string, session_id: string, prompt: string) =>
      hook(ada, 'prompt', { session_id, cwd, prompt });
    const started = { session_id: 'a', cwd: team, source: 'startup' };
    const start = await hook(ada, 'session-start', started);
    await said(team, 'a', 'How do we paint the zebra-hook?');
    await said(home, 'b', 'How do I feed the heron-hook?');

    // What a session reveals about the project is saved in the project's vault. What it reveals about the person is not.
    await said(team, 'c', 'Remember that our project tests in Docker. I always use kiwi-taught.');
    await hook(ada, 'stop', { session_id: 'c', cwd: team, last_assistant_message: 'Noted.' });
    await waitUntil(async () => (await contents(ada, ...TEAM)).join().includes('Docker'), {
      ...{ timeoutMs: 60_000, what: 'the lesson' },
    });
    expect([...(await contents(ada)), ...(await contents(ada, ...TEAM))].join()).not.toContain('kiwi-taught');

    // A session there begins with the contents of both files, by hooks, MCP and the command line.
    const { text } = await inTeam.tool('memory_context', {});
    const block = await done(ada, ['context', '-p', '.'], { cwd: team });
    for (const given of [start, String(text), block]) {
      for (const words of ['heron-person', 'heron-told', 'zebra-cli', 'zebra-mcp'])
        expect(given).toContain(words);
      for (const words of ['heron-cli', 'heron-mcp']) expect(given).not.toContain(words);
    }
    await done(ada, ['profile', 'set', 'displayName', 'Ada']);
    const prompt = await done(ada, ['context', '--form', 'prompt', '-p', '.'], { cwd: team });
    for (const words of ['Name: Ada', 'heron-person', 'zebra-cli']) expect(prompt).toContain(words);
    expect(prompt).not.toContain('heron-cli');
    const { results } = await inTeam.tool('memory_search', { query: 'heron-told zebra-mcp' });
    expect(JSON.stringify(results)).toMatch(/heron-told[\s\S]*zebra-mcp|zebra-mcp[\s\S]*heron-told/);
    expect(await done(ada, ['context', '-p', '.'], { cwd: home })).not.toContain('zebra');
    expect(await done(ada, ['search', 'zebra-cli', '--json'])).not.toContain('deploys');
    await inTeam.tool('memory_search', { query: 'zebra-mcp' });

    await done(ada, SYNC);
    await done(ada, [...TEAM, ...SYNC]);
    const files = {
      personal: () => bytesIn(ada.home, join(ada.home, 'scopes')),
      team: () => bytesIn(join(ada.home, 'scopes')),
    };
    await waitUntil(() => files.team().includes('zebra-hook') && files.personal().includes('heron-hook'), {
      timeoutMs: 60_000,
      what: 'the turns to be kept',
    });
    const missing = (where: string, words: readonly string[]) => words.filter((one) => !where.includes(one));
    const found = (where: string, words: readonly string[]) => words.filter((one) => where.includes(one));
    expect(missing(files.team(), OF_TEAM)).toEqual([]);
    expect(found(files.team(), OF_PERSON)).toEqual([]);
    expect(missing(files.personal(), OF_PERSON)).toEqual([]);
    expect(found(files.personal(), OF_TEAM)).toEqual([]);

    await joined(desk, ada, own, [], []);
    await joined(ben, ada, theirs, TEAM, []);
    for (const one of [desk, ben]) await done(one, SYNC);
    expect([...(await contents(ben))].sort()).toEqual([
      'The queue is called zebra-mcp',
      'The shop deploys by zebra-cli',
      'The user says: “Our project tests in Docker”',
    ]);
    const atDesk = (await contents(desk)).join('\n');
    expect(atDesk).toContain('heron-told');
    expect(atDesk).not.toContain('zebra');
    // The person's second device gets both, each in its own vault.
    await done(desk, ['scope', 'add', 'team']);
    await joined(desk, ada, theirs, TEAM, TEAM);
    await done(desk, [...TEAM, ...SYNC]);
    await done(desk, ['scope', 'use', 'team'], { cwd: project(desk, 'team') });
    const deskBlock = await done(desk, ['context', '-p', '.'], { cwd: project(desk, 'team') });
    expect(deskBlock).toMatch(/heron-person[\s\S]*zebra-cli/);
    expect(deskBlock).not.toContain('heron-cli');
    await ben.json(saveResult, ['save', '-p', 'github.com/ada/team', 'Ben says zebra-ben']);
    await done(ben, ['profile', 'rules', 'add', 'Work', 'Obey okapi-ben']);
    await done(ben, ['profile', 'set', 'displayName', 'Okapi Ben']);
    await done(ben, SYNC);
    await done(ada, [...TEAM, ...SYNC]);
    // His profile is given to his own agents only.
    const later = await done(ada, ['context', '-p', '.'], { cwd: team });
    expect(later).toContain('zebra-ben');
    expect(later).toContain('Name: Ada');
    const whole = await done(ada, ['context', '--form', 'prompt', '-p', '.'], { cwd: team });
    const alone = await done(ada, [...TEAM, 'context']);
    for (const told of [later, whole, alone, await done(ada, [...TEAM, 'profile'])])
      expect(told.toLowerCase()).not.toContain('okapi');

    // Turns of sessions stay on their device.
    await Promise.all([own.stop(), theirs.stop()]);
    const [onOwn, onTheirs] = [bytesIn(own.data), bytesIn(theirs.data)];
    expect(found(onTheirs, [...OF_TEAM, 'zebra-ben', 'kiwi', ...OF_PERSON])).toEqual([
      'zebra-cli',
      'zebra-mcp',
      'zebra-ben',
    ]);
    expect(found(onOwn, [...OF_TEAM, 'kiwi', ...OF_PERSON])).toEqual([]);
  });

  test('[SP-4] nothing crosses but what is moved, and a move that was cut short is finished', async () => {
    const ada = await fresh('move');
    const cwd = project(ada, 'shop');
    const at = { cwd };
    const old = await ada.json(saveResult, ['save', '-p', '.', 'The shop uses crane-old', '-t', 'ops'], at);
    await ada.json(withMembers('id'), ['supersede', old.id, 'The shop uses crane-new']);
    await ada.json(saveResult, ['save', '-p', '.', '--key', 'port', 'crane-port 8080'], at);
    await done(ada, ['scope', 'add', 'team']);
    const refused = await ada.fails(2, ['scope', 'use', 'team'], at);
    expect(refused.message).toMatch(/3 memories[\s\S]*--move/);
    expect(await contents(ada, ...TEAM)).toEqual([]);
    await done(ada, ['scope', 'use', 'team', '--move'], at);
    const there = await ada.json(listResult, [...TEAM, 'list', '--all']);
    expect(there.memories.map(({ content }) => content).sort()).toEqual([
      ...['The shop uses crane-new', 'The shop uses crane-old', 'crane-port 8080'],
    ]);
    expect(await contents(ada)).toEqual([]);
    for (const name of [old.id, old.id.slice(-9)])
      expect(await done(ada, ['get', name])).toContain('crane-new');
    expect(await done(ada, ['get', '--key', 'port'])).toContain('crane-port');
    const agent = await mcpIn(ada, cwd);
    expect(JSON.stringify(await agent.tool('memory_get', { key: 'port' }))).toContain('crane-port');

    // As after a kill between the two steps, the memory is in both files.
    const { id } = await ada.json(saveResult, ['save', 'Told by Ada: crane-tea', '--source', 'user']);
    const copy = await done(ada, ['export']);
    await done(ada, [...TEAM, 'import', '-'], { input: copy });
    const again = await ada.json(withMembers('moved', 'finished'), ['scope', 'move', id, 'team']);
    expect(again).toMatchObject({ moved: 0, finished: 1 });
    expect(await contents(ada)).toEqual([]);
    const [moved] = (await ada.json(listResult, [...TEAM, 'list'])).memories;
    expect(moved).toMatchObject({ id, source: 'user', content: 'Told by Ada: crane-tea' });

    const unsaid = await ada.fails(2, ['scope', 'move', id, 'personal']);
    expect(unsaid.message).toContain('`cairn --scope NAME scope move ID personal`');
    // It is moved back, although it was forgotten here.
    await done(ada, [...TEAM, 'scope', 'move', id, 'personal']);
    expect(await contents(ada)).toEqual(['Told by Ada: crane-tea']);
    const { scopes } = await ada.json(scopesResult, ['scope', 'list']);
    expect(scopes).toMatchObject([
      { name: 'team', projects: ['github.com/ada/shop'], memories: 2, moving: [] },
    ]);
    expect(bytesIn(join(ada.home, 'scopes'))).not.toContain('crane-tea');
  });

  test('[SP-2] ids are forgotten and restored in the file that has them, keys only in the personal one', async () => {
    const ada = await fresh('forget');
    await done(ada, ['scope', 'add', 'team']);
    await ada.json(saveResult, [...TEAM, 'save', '--key', 'port', 'heron 8080']);
    await ada.fails(1, ['forget', '--key', 'port']);
    expect(await contents(ada, ...TEAM)).toEqual(['heron 8080']);
    const mine = await ada.json(saveResult, ['save', 'Likes heron tea']);
    const theirs = await ada.json(saveResult, [...TEAM, 'save', 'The shop ships heron']);
    expect(await done(ada, ['why', theirs.id])).toContain('The shop ships heron');
    expect(await ada.json(withMembers('forgotten'), ['forget', mine.id, theirs.id])).toMatchObject({
      forgotten: [mine.id, theirs.id],
      notFound: [],
    });
    await done(ada, ['trash', 'restore', mine.id, theirs.id]);
    expect((await contents(ada, ...TEAM)).toSorted()).toEqual(['The shop ships heron', 'heron 8080']);
    expect(await contents(ada)).toEqual(['Likes heron tea']);
  });

  test('[SP-2] imports, indexed files, programs and turns that waited go where their project is', async () => {
    const ada = await fresh('places');
    const cwd = project(ada, 'shop');
    await done(ada, ['scope', 'add', 'team']);
    await done(ada, ['scope', 'use', 'team'], { cwd });
    const records = [
      { content: 'Stork one is of the shop', project: 'https://github.com/ada/shop.git' },
      { content: 'Stork two is of the garden', project: 'garden' },
      { content: '' },
    ].map((record) => JSON.stringify(record));
    const brought = await ada.run(['import', '-', '--from', 'ndjson', '--json'], {
      input: records.join('\n'),
    });
    expect(JSON.parse(brought.out)).toMatchObject({ new: 2, failed: 1, failures: [{ index: 2 }] });
    expect(await contents(ada, ...TEAM)).toEqual(['Stork one is of the shop']);
    expect(await contents(ada)).toEqual(['Stork two is of the garden']);
    writeFileSync(join(cwd, 'notes.md'), 'The stork-notes of the team.');
    await done(ada, ['index', 'notes.md', '-p', '.'], { cwd });
    const memory = await connectMemory({ home: ada.home, start: false, project: '.', cwd });
    onTestFinished(() => memory.close());
    const { id } = await memory.save('Saved by a stork-program');
    expect(await memory.get(id)).toMatchObject({ project: 'github.com/ada/shop' });
    const scoped = await connectMemory({ home: ada.home, start: false, scope: 'team' });
    onTestFinished(() => scoped.close());
    expect((await scoped.search('stork')).results).toHaveLength(2);
    await done(ada, ['projects', 'rename', 'github.com/ada/shop', 'store']);
    const { err } = await ada.run(['search', 'stork', '-p', 'github.com/ada/shop']);
    expect(err).toContain('`cairn --scope team search` without -p');
    await done(ada, ['save', '-p', 'store', 'Saved after the rename']);
    expect(await contents(ada, ...TEAM)).toContain('Saved after the rename');
    await scoped.forget(id);
    await done(ada, ['down']);
    await ada.run(['hook', 'claude-code', 'stop'], {
      input: JSON.stringify({ session_id: 'w', cwd, last_assistant_message: 'It waited as stork-turn.' }),
    });
    expect(bytesIn(join(ada.home, 'hooks'))).toContain('stork-turn');
    await done(ada, ['up']);
    const team = () => bytesIn(join(ada.home, 'scopes'));
    await waitUntil(() => team().includes('stork-turn'), {
      timeoutMs: 60_000,
      what: 'the turn to be taken in',
    });
    expect(team()).toContain('stork-notes');
    await done(ada, ['down']);
    const personal = bytesIn(ada.home, join(ada.home, 'scopes'), join(ada.home, 'work'));
    for (const words of ['stork-turn', 'stork-notes', 'stork-program', 'Stork one'])
      expect(personal.includes(words), words).toBe(false);
  });

  test('[SP-1, SP-2] a scope that cannot be opened refuses what is its own, and the rest works', async () => {
    const ada = await fresh('broken');
    const cwd = project(ada, 'shop');
    await done(ada, ['scope', 'add', 'team']);
    await done(ada, ['scope', 'use', 'team'], { cwd });
    await done(ada, ['down']);
    writeFileSync(join(ada.home, 'scopes', 'team', 'cairn.db'), 'no database, but a text that is longer');
    expect((await ada.run(['save', '-p', '.', 'A secret of the team'], { cwd })).err).toContain(
      '"team" cannot be opened',
    );
    await ada.json(saveResult, ['save', 'Likes tea']);
    expect(await contents(ada)).toEqual(['Likes tea']);
    expect((await ada.run(['--scope', '../x', 'list'])).code).toBe(2);
    for (const words of [['list'], []])
      expect((await ada.run(['--scope', 'nobody', ...words])).err).toContain('no scope "nobody"');
    expect((await ada.run(['scope', 'remove', '..'])).err).toContain('no scope ".."');
    expect((await ada.json(scopesResult, ['scope', 'list'])).scopes[0]?.problem).toContain(
      'cannot be opened',
    );
    await done(ada, ['scope', 'remove', 'team', '--yes']);
    expect(await done(ada, ['scope', 'list'])).toContain('There is no scope');
    await ada.json(saveResult, ['save', '-p', '.', 'Of nobody else'], { cwd });
    expect(readdirSync(join(ada.home, 'scopes'))).toEqual([]);
  });

  test('[SP-2] advice about the vault of a scope names the scope', async () => {
    const [own, second, sync] = await Promise.all([fresh('advised'), fresh('second'), freshServer()]);
    for (const who of [own, second]) await done(who, ['scope', 'add', 'team']);
    const made = ['vault', 'create', '--name', 'd', '--server', sync.url, '--setup-token', sync.setupToken];
    expect(await done(own, [...TEAM, ...made])).toMatch(/Next: `cairn --scope team invite` makes/);
    const invited = await done(own, [...TEAM, 'invite']);
    expect(invited).toMatch(/cairn scope add team\n +cairn --scope team join \S+ --server http/);
    expect(invited).toContain('`cairn --scope team join --server URL`');
    const { command, code } = await own.json(inviteResult, ['--scope', 'team', 'invite']);
    expect(command).toBe(`cairn --scope team join ${code} --server ${sync.url}`);
    const joined = await second.run(['--scope', 'team', 'join', code, '--name', 'd', '--server', sync.url]);
    expect(joined.err).toContain('`cairn --scope team devices rename` changes it');
    await done(own, ['down']);
    rmSync(join(own.home, 'scopes', 'team', 'keys.json'));
    const { code: exit, err } = await own.run([...TEAM, 'devices']);
    expect([exit, err]).toEqual([4, expect.stringContaining('Run `cairn --scope team leave`')]);
    expect((await own.run([...TEAM, 'doctor'])).out).not.toContain('`cairn leave');
    expect((await own.run(['devices'])).err).toContain('Run `cairn vault create`, or `cairn join`');
  });

  test('[SP-1] the daemon starts beside a scope with damaged facts and a plain file, and says so', async () => {
    const ada = await fresh('damaged');
    const cwd = project(ada, 'shop');
    await done(ada, ['scope', 'add', 'team']);
    await done(ada, ['scope', 'use', 'team'], { cwd });
    await ada.json(saveResult, ['save', '-p', '.', 'The shop ships heron'], { cwd });
    await done(ada, ['down']);
    writeFileSync(join(ada.home, 'scopes', 'team', 'scope.json'), '{"projects":');
    writeFileSync(join(ada.home, 'scopes', 'notes'), 'no folder');
    await ada.json(saveResult, ['save', 'Likes tea']);
    for (const args of [
      ['save', '-p', '.', 'A secret'],
      ['--scope', 'team', 'list'],
    ])
      expect((await ada.run(args, { cwd })).err).toContain('"team" are unknown');
    expect((await ada.run(['doctor'])).out).toContain('"team" are unknown');
    expect((await ada.run(['scope', 'list'])).err).toContain('"team" are unknown');
    expect((await ada.run(['scope', 'add', 'notes'])).err).toContain('notes');
    await done(ada, ['scope', 'add', 'team']);
    await done(ada, ['scope', 'use', 'team'], { cwd });
    expect(await contents(ada, ...TEAM)).toEqual(['The shop ships heron']);
    expect(await contents(ada)).toEqual(['Likes tea']);
  });
});
