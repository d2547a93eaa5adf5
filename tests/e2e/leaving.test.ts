// The program is removed, or another version is installed. What remains of the old one ends and blocks nothing.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
import { VERSION } from '@cairn/client/device';
import { endProcess, pidAlive, pidIn, tempHome, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { device, root, server } from './cairn.ts';
import { hasTmux, openTerminal } from './terminal.ts';

/** Makes a program in its own folder, as in a checkout or with npm, and a person's home. */
const copiedProgram = async () => {
  const home = await tempHome('leaving');
  const folder = join(home.path, 'program');
  const data = join(home.path, 'data');
  for (const part of ['bin', 'packages/local-daemon/dist', 'packages/local-daemon/package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, '.tools'));
  for (const part of ['node_modules', '.tools/node_modules', 'packages/core', 'packages/static-embedder'])
    symlinkSync(join(root, part), join(folder, part));
  mkdirSync(join(home.path, '.claude'));
  onTestFinished(async () => {
    for (const name of ['daemon.json', 'daemon.lock']) {
      const pid = pidIn(join(data, name));
      if (pid !== null) await endProcess(pid);
    }
    await home.remove();
  });
  const env = {
    ...{ PATH: '/usr/bin:/bin', HOME: home.path, CAIRN_HOME: data, CAIRN_PORT: '0', CAIRN_EMBED: 'off' },
    XDG_CACHE_HOME: join(home.path, 'cache'),
  };
  const shell = (line: string, input = ''): Promise<{ code: number | null; out: string; err: string }> =>
    new Promise((resolve) => {
      const child = spawn('/bin/sh', ['-c', line], { env, cwd: home.path });
      const texts = { out: '', err: '' };
      child.stdout.setEncoding('utf8').on('data', (part: string) => (texts.out += part));
      child.stderr.setEncoding('utf8').on('data', (part: string) => (texts.err += part));
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      child.once('close', (code) => resolve({ code, ...texts }));
    });
  const cairn = (line: string) => shell(`${join(folder, 'bin/cairn')} ${line}`);
  return { home: home.path, folder, data, shell, cairn, pid: () => pidIn(join(data, 'daemon.json')) };
};

const MINUTE = { timeoutMs: 60_000, everyMs: 200 };
const EVENT = JSON.stringify({ session_id: 's', cwd: '/', prompt: 'hello' });

test('[RL-47] a daemon whose program was removed ends; hooks that are left are silent and stop nothing', async () => {
  const own = await copiedProgram();
  expect(await own.cairn('install claude-code')).toMatchObject({ code: 0 });
  expect(await own.cairn('save "Staging is read-only"')).toMatchObject({ code: 0, err: '' });
  const { hooks } = JSON.parse(readFileSync(join(own.home, '.claude/settings.json'), 'utf8'));
  const command: string = hooks.SessionStart[0].hooks[0].command;
  const before = await own.shell(command, EVENT);
  expect([before.code, before.err]).toEqual([0, '']);
  expect(before.out).toContain('Staging is read-only');

  const pid = own.pid() ?? 0;
  rmSync(own.folder, { recursive: true });
  expect(await own.shell(command, EVENT)).toEqual({ code: 0, out: '', err: '' });
  await waitUntil(() => !pidAlive(pid), { ...MINUTE, what: 'the daemon to end' });
  expect(readFileSync(join(own.data, 'logs/daemon.log'), 'utf8')).toContain(
    'its program was removed or replaced',
  );
  expect(pidIn(join(own.data, 'daemon.json'))).toBeNull();
});

test('[RL-47] a daemon whose program was replaced ends, and the next command starts the new one', async () => {
  const own = await copiedProgram();
  await own.cairn('save "Staging is read-only"');
  const pid = own.pid() ?? 0;
  // Replaces the folder, as npm does.
  rmSync(join(own.folder, 'packages/local-daemon/dist'), { recursive: true });
  cpSync(join(root, 'packages/local-daemon/dist'), join(own.folder, 'packages/local-daemon/dist'), {
    recursive: true,
  });
  await waitUntil(() => !pidAlive(pid), { ...MINUTE, what: 'the daemon to end' });
  const found = await own.cairn('search staging');
  expect([found.code, found.out.includes('Staging is read-only')]).toEqual([0, true]);
});

/** Makes a person's home with two agents, one more in a project, a fish completion of Cairn's, and files of the person. */
const settled = async () => {
  const own = await copiedProgram();
  const shop = join(own.home, 'shop');
  const fish = join(own.home, '.config/fish/completions');
  for (const folder of ['.cursor', 'shop', '.config/fish/completions'])
    mkdirSync(join(own.home, folder), { recursive: true });
  writeFileSync(join(own.home, '.claude/settings.json'), '{\n  "model": "opus"\n}\n');
  writeFileSync(join(own.home, '.bashrc'), 'PS1=x\neval "$(cairn completion bash)"\n');
  const before = filesIn(own.home, 'program');
  expect(await own.cairn('install --yes')).toMatchObject({ code: 0 });
  expect(await own.shell(`cd shop && ${own.folder}/bin/cairn install claude-code --project`)).toMatchObject({
    code: 0,
  });
  await own.cairn(`completion fish > ${fish}/cairn.fish`);
  expect(await own.cairn('service install')).toMatchObject({ out: expect.stringContaining('cairn.service') });
  await own.cairn('save "Staging is read-only"');
  writeFileSync(join(own.data, 'notes.txt'), 'mine');
  return { ...own, shop, before };
};

const filesIn = (home: string, ...without: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(home, join(entry.parentPath, entry.name)))
      .filter((path) => ![...without, 'cache', '.cache'].some((folder) => path.startsWith(`${folder}/`)))
      .map((path) => [path, readFileSync(join(home, path), 'utf8')]),
  );

test('[OP-19] uninstall --all takes out what was installed and keeps the data, unless told otherwise', async () => {
  const own = await settled();
  const pid = own.pid() ?? 0;
  const all = filesIn(own.home, 'program');
  expect(await own.cairn('uninstall --all')).toMatchObject({ code: 2 });
  const dry = await own.cairn('uninstall --all --dry-run');
  expect(dry.out).toMatch(
    /Claude Code\n.*Cursor[\s\S]*Claude Code in .*shop[\s\S]*service[\s\S]*daemon[\s\S]*fish/,
  );
  expect([pidAlive(pid), Object.keys(filesIn(own.home, 'program'))]).toEqual([true, Object.keys(all)]);

  const done = await own.cairn('uninstall --all --yes');
  expect(done.err).toContain(`The program itself is the folder ${own.folder}: delete it.`);
  expect(done.err).toContain('.bashrc: eval');
  expect(pidAlive(pid)).toBe(false);
  // systemd is not there, so this line is the only step that failed.
  expect([0, 5]).toContain(done.code);
  expect(filesIn(own.home, 'program', 'data')).toEqual(own.before);
  const again = await own.cairn('search staging');
  expect(again.out).toContain('Staging is read-only');
});

test('[OP-19] the data go to a file first, or away, and nothing that somebody else wrote goes with them', async () => {
  const own = await settled();
  const refused = async (words: string): Promise<string> => {
    const { code, err } = await own.cairn(`uninstall --all --yes --delete-data ${words}`);
    expect(code).not.toBe(0);
    return err;
  };
  await refused('--export /nowhere/at/all.ndjson');
  expect(await refused('--export -')).toContain('name a file');
  expect(await refused('--export .bashrc')).toContain('is not an export of Cairn');
  expect(await refused('--export data/backups/x.ndjson')).toContain('Choose a file elsewhere');
  mkdirSync(join(own.data, 'backups'), { recursive: true });
  const mine = [
    ...['backups/photos.txt', 'backups/cairn-2026-11-28.db', 'logs/app.log', 'logs/daemon.notes'],
    ...['cairn.db.bak', 'cairn.db-before-the-move', 'config.json.2026-11', 'keys.json.old/words.txt'],
  ];
  mkdirSync(join(own.data, 'keys.json.old'));
  for (const name of mine) writeFileSync(join(own.data, name), 'mine');
  expect(await own.cairn('search staging')).toMatchObject({ out: expect.stringContaining('Staging') });
  await own.cairn('uninstall --all --yes --delete-data --export all.ndjson');
  expect(filesIn(own.home, 'program')).toEqual({
    ...own.before,
    'all.ndjson': expect.stringContaining('Staging is read-only'),
    ...Object.fromEntries(['notes.txt', ...mine].map((name) => [`data/${name}`, 'mine'])),
  });
});

test('[OP-19] nothing is deleted where an agent was left, nor out of a folder that holds more than the data', async () => {
  const own = await settled();
  const settings = join(own.home, '.claude/settings.json');
  const whole = readFileSync(settings, 'utf8');
  writeFileSync(settings, `${whole}{`);
  const held = await own.cairn('uninstall --all --yes --delete-data');
  expect(held).toMatchObject({ code: 5, err: expect.stringContaining('The data stay') });
  writeFileSync(settings, whole);
  const before = filesIn(own.home, 'program');
  const shared = await own.shell(
    `CAIRN_HOME=$HOME ${own.folder}/bin/cairn uninstall --all --yes --delete-data`,
  );
  expect(shared).toMatchObject({ code: 2, err: expect.stringContaining('delete by hand') });
  expect(filesIn(own.home, 'program')).toEqual(before);
  expect((await own.cairn('search staging')).out).toContain('Staging is read-only');
  await own.cairn('uninstall --all --yes --delete-data');
  expect(filesIn(own.home, 'program')).toEqual({ ...own.before, 'data/notes.txt': 'mine' });
});

test('[OP-19] the data stay while a scope has memories of its own', async () => {
  const own = await copiedProgram();
  expect(await own.cairn('scope add team')).toMatchObject({ code: 0 });
  expect(await own.cairn('--scope team save "Ships on Friday"')).toMatchObject({ code: 0 });
  const refused = await own.cairn('uninstall --all --yes --delete-data --export all.ndjson');
  expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/team\. .*scope remove NAME/) });
  expect(filesIn(own.home, 'program')).not.toHaveProperty('all.ndjson');
  expect((await own.cairn('--scope team list')).out).toContain('Ships on Friday');
  expect(await own.cairn('scope remove team --yes')).toMatchObject({ code: 0 });
  await own.cairn('uninstall --all --yes --delete-data');
  expect(filesIn(own.home, 'program', '.claude')).toEqual({});
});

test.skipIf(!hasTmux)('[OP-19] in a vault it offers to leave, and says what a no means', async () => {
  const own = await device('leaving-vault');
  onTestFinished(() => own.end());
  const hub = await server();
  onTestFinished(() => hub.end());
  await own.run(['vault', 'create', '--server', hub.url, '--setup-token', hub.setupToken, '--json']);
  const said = await own.run(['uninstall', '--all', '--dry-run']);
  expect(said.err).toMatch(/This device stays on the list of vault v_\w+.*run `cairn leave` first/);
  const env = { CAIRN_HOME: own.home, CAIRN_PORT: '0', CAIRN_EMBED: 'off', HOME: own.home };
  const terminal = openTerminal(80, own.home, env);
  onTestFinished(() => terminal.end());
  const typed = terminal.type('cairn uninstall --all');
  await terminal.waitFor(/Keep them where they are/);
  terminal.press('Enter');
  await terminal.waitFor(/Take Cairn off this device\?\n.*Yes/);
  terminal.press('y');
  await terminal.waitFor(/Leave the vault[\s\S]*24 words[\s\S]*Yes/);
  terminal.press('y');
  const { lines, code } = await terminal.ended(typed);
  expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining('✓ stop the daemon')]);
  expect(lines.join('\n')).not.toContain('stays on the list');
  expect((await own.run(['up'])).code).toBe(0);
  expect((await own.run(['status'])).out).toContain('this device does not belong to a vault');
});

/** Makes the same program with another version number. */
const withVersion = (dist: string, version: string): void => {
  for (const name of readdirSync(dist).filter((one) => /\.c?js$/.test(one))) {
    const path = join(dist, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`"${VERSION}"`, `"${version}"`));
  }
};

test('[OP-19] an older daemon that runs is replaced by the next command of a newer program', async () => {
  const own = await copiedProgram();
  withVersion(join(own.folder, 'packages/local-daemon/dist'), '0.1.9');
  await own.cairn('save "Staging is read-only"');
  const old = own.pid() ?? 0;
  const running = () => JSON.parse(readFileSync(join(own.data, 'daemon.json'), 'utf8')).version;
  expect(running()).toBe('0.1.9');
  const newer = join(root, 'bin/cairn');
  expect((await own.shell(`${newer} upgrade`)).out).toMatch(/daemon +0\.1\.9, older/);
  expect((await own.shell(`${newer} search staging`)).out).toContain('Staging is read-only');
  expect([pidAlive(old), running()]).toEqual([false, VERSION]);
  // The older program does not stop the newer daemon. Otherwise two installed versions would stop each other in turn.
  expect((await own.cairn('search staging')).out).toContain('Staging is read-only');
  expect(running()).toBe(VERSION);
});

test('[OP-19] upgrade says what is newer where a registry answers, and how to take it; it changes nothing', async () => {
  const own = await copiedProgram();
  const checkout = await own.cairn('upgrade');
  expect(checkout.out).toMatch(new RegExp(`version +${VERSION}\n[^]*to upgrade +cd .*program && git pull`));
  // Lays the files out as npm does.
  const folder = join(own.home, 'lib/node_modules/cairn-memory');
  cpSync(join(root, 'packages/local-daemon/dist'), join(folder, 'lib'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/cairn.cjs'), '');
  writeFileSync(join(folder, 'package.json'), '{"name":"cairn-memory","mcpName":"io.cairn"}');
  let newest: string | null = '9.1.0';
  let mcpName = 'io.cairn';
  const asked: string[] = [];
  const registry = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (newest === null) response.writeHead(404).end('{"error":"not found"}');
    else
      response.end(
        JSON.stringify({
          ...{ name: 'cairn-memory', 'dist-tags': { latest: newest } },
          versions: { [newest]: { name: 'cairn-memory', version: newest, mcpName } },
        }),
      );
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  onTestFinished(() => void registry.close());
  const address = registry.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const upgrade = async () => {
    const settings = `npm_config_registry=http://127.0.0.1:${port}`;
    const ran = await own.shell(`${settings} '${process.execPath}' ${folder}/lib/cli.cjs upgrade --json`);
    return JSON.parse(ran.out);
  };
  expect(await upgrade()).toMatchObject({
    ...{ version: VERSION, daemon: null, newest: '9.1.0', package: 'cairn-memory' },
    command: 'npm install -g cairn-memory@9.1.0',
  });
  mcpName = 'io.somebody.else';
  expect(await upgrade()).toMatchObject({ newest: null, command: 'npm install -g FILE.tgz' });
  mcpName = 'io.cairn';
  newest = VERSION;
  expect(await upgrade()).toMatchObject({ newest: VERSION, command: null });
  newest = null;
  expect(await upgrade()).toMatchObject({ newest: null, command: 'npm install -g FILE.tgz' });
  expect(new Set(asked)).toEqual(new Set(['/cairn-memory']));
  registry.close();
  registry.closeAllConnections();
  // npm answers from its cache.
  rmSync(join(own.home, '.npm'), { recursive: true });
  expect(await upgrade()).toMatchObject({ newest: null, command: null });
  expect(own.pid()).toBeNull();
});
