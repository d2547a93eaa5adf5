import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect, readRunningDaemon } from '@cairn/client/device';
import { doctorResult } from '@cairn/schema';
import { endProcess, freePort, pidAlive, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { ask, askFor, contents, daemonsOf, kill, makeHome, program, save, start } from './world.ts';

test('[ST-2] 20 clients at once start one daemon, and each of them saves', async () => {
  const home = await makeHome();
  const clients = await Promise.all(Array.from({ length: 20 }, () => start(home)));
  await Promise.all(clients.map((client, at) => save(client, `memory number ${at}`)));
  expect(await contents(clients[0] ?? (await start(home)))).toHaveLength(20);
  expect(new Set(clients.map((client) => client.daemon().pid)).size).toBe(1);
  await waitUntil(() => daemonsOf(home.paths.home).length === 1, {
    timeoutMs: 60_000,
    what: 'the losers to leave',
  });
});

test('[ST-2] 50 saves from 5 processes at once are all there, also after kill -9', async () => {
  const home = await makeHome();
  const client = await start(home);
  const index = new URL('../../../packages/client/src/device/index.ts', import.meta.url).href;
  const code = `
    import { connect, resolvePaths } from ${JSON.stringify(index)};
    const paths = resolvePaths({ env: process.env, homeDir: '/', platform: process.platform, cwd: '/' });
    const client = await connect(paths, { start: false });
    const saves = Array.from({ length: 10 }, (_, at) =>
      client.value.request('POST', '/v1/memories', { content: process.argv[1] + ' saves number ' + at }));
    const bad = (await Promise.all(saves)).filter((answer) => !answer.ok);
    process.exit(bad.length);
  `;
  const codes = await Promise.all(
    ['ada', 'bob', 'cyd', 'dan', 'eve'].map(
      (name) =>
        new Promise<number | null>((resolve) => {
          spawn(process.execPath, ['--input-type=module', '-e', code, name], {
            env: home.env,
            stdio: 'inherit',
          }).once('exit', resolve);
        }),
    ),
  );
  expect(codes).toEqual([0, 0, 0, 0, 0]);
  const before = client.daemon().pid;
  await kill(home);
  const after = await start(home);
  expect(after.daemon().pid).not.toBe(before);
  expect(await contents(after)).toHaveLength(50);
});

test.skipIf(process.platform === 'win32')('[ST-2] the daemon is no child of its starter', async () => {
  const client = await start(await makeHome());
  const { pid } = client.daemon();
  const parent = execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  expect(parent).toMatch(/^\d+$/);
  expect(Number(parent)).not.toBe(process.pid);
});

test('a client whose daemon was killed goes on with a new one by itself', async () => {
  const home = await makeHome();
  const client = await start(home);
  await save(client, 'before the kill');
  const before = client.daemon().pid;
  await kill(home);
  await save(client, 'after the kill');
  expect(client.daemon().pid).not.toBe(before);
  expect(await contents(client)).toEqual(['after the kill', 'before the kill']);
});

test('a daemon that is asked to stop finishes, removes its files, and the next one starts', async () => {
  const home = await makeHome();
  const { pid } = (await start(home)).daemon();
  // A client that starts no daemon. Its request after the stop is refused with a message.
  const connected = await connect(home.paths, { start: false, env: home.env, program });
  if (!connected.ok) throw new Error(connected.error.message);
  const client = connected.value;
  onTestFinished(() => client.close());
  const saves = Array.from({ length: 20 }, (_, at) => save(client, `in flight ${at}`));
  await saves[0];
  expect(await ask(client, 'POST', '/v1/shutdown', {})).toEqual({ stopping: true });
  const saved = (await Promise.allSettled(saves)).filter(({ status }) => status === 'fulfilled').length;
  await waitUntil(() => !pidAlive(pid), { timeoutMs: 60_000, what: 'the daemon to end' });
  expect(existsSync(home.paths.daemonFile)).toBe(false);
  expect(existsSync(home.paths.tokenFile)).toBe(false);
  expect(existsSync(home.paths.lock)).toBe(false);
  expect(home.paths.socket === null || existsSync(home.paths.socket)).toBe(false);
  expect(existsSync(`${home.paths.database}-wal`) ? statSync(`${home.paths.database}-wal`).size : 0).toBe(0);
  expect(await contents(await start(home))).toHaveLength(saved);
});

test('SIGTERM stops it gracefully', async () => {
  const home = await makeHome();
  const client = await start(home);
  process.kill(client.daemon().pid, 'SIGTERM');
  await waitUntil(() => !pidAlive(client.daemon().pid), { timeoutMs: 60_000, what: 'the daemon to end' });
  expect(existsSync(home.paths.lock)).toBe(false);
});

test('only the owner can read what the daemon keeps', async () => {
  const home = await makeHome();
  const client = await start(home);
  await save(client, 'a secret of mine');
  const { paths } = home;
  for (const path of paths.folders) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  for (const path of [
    paths.database,
    `${paths.database}-wal`,
    paths.tokenFile,
    paths.daemonFile,
    paths.log,
    paths.socket ?? paths.log,
  ])
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  expect(readFileSync(paths.log, 'utf8')).not.toContain('a secret of mine');
});

test('the token is new at every start, and an old one is refused', async () => {
  const home = await makeHome();
  const client = await start(home);
  const first = readRunningDaemon(home.paths)?.token;
  await ask(client, 'POST', '/v1/shutdown', {});
  await waitUntil(() => !pidAlive(client.daemon().pid), { timeoutMs: 60_000, what: 'the daemon to end' });
  await start(home);
  expect(readRunningDaemon(home.paths)?.token).not.toBe(first);
});

test('a port that is taken: another one, unless it was named', async () => {
  const taken = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const home = await makeHome({ CAIRN_PORT: String(port) });
  const refused = await connect(home.paths, { start: true, env: home.env, program });
  expect(refused.ok ? '' : refused.error.message).toContain(`Port ${port} of 127.0.0.1 is already used`);
  expect(existsSync(home.paths.lock)).toBe(false);
});

test('a folder that cannot be written is said to be one', async () => {
  const base = await makeHome();
  const file = join(base.paths.home, 'file');
  writeFileSync(file, '');
  const home = await makeHome({ CAIRN_HOME: join(file, 'home') });
  const refused = await connect(home.paths, { start: true, env: home.env, program });
  expect(refused.ok ? '' : refused.error.message).toMatch(/Cairn cannot write to its folder .+ CAIRN_HOME/);
  const direct = await runProgram({ ...home.env });
  expect(direct).toBe(1);
});

test('a configuration that is broken is named', async () => {
  const home = await makeHome();
  mkdirSync(home.paths.home, { recursive: true });
  writeFileSync(home.paths.config, '{ not json');
  const refused = await connect(home.paths, { start: true, env: home.env, program });
  expect(refused.ok ? '' : refused.error.message).toContain(
    `${home.paths.config} cannot be read: it is not JSON`,
  );
});

test('a program that crashes at its start shows the last lines of its log', async () => {
  const home = await makeHome();
  const broken = join(home.paths.home, 'broken.mjs');
  mkdirSync(home.paths.home, { recursive: true });
  writeFileSync(broken, 'console.error("the reason is here"); process.exit(7);');
  const refused = await connect(home.paths, { start: true, env: home.env, program: broken });
  expect(refused.ok ? '' : refused.error.message).toMatch(/ended while it started[\s\S]*the reason is here/);
});

test('a daemon whose folder is taken away ends by itself', async () => {
  const home = await makeHome();
  const client = await start(home);
  const { pid } = client.daemon();
  onTestFinished(() => endProcess(pid));
  rmSync(home.paths.home, { recursive: true, force: true, maxRetries: 10 });
  await waitUntil(() => !pidAlive(pid), { timeoutMs: 40_000, what: 'the daemon to notice' });
});

test('permissions that were opened are found and closed by the doctor', async () => {
  const home = await makeHome();
  const client = await start(home);
  chmodSync(home.paths.tokenFile, 0o644);
  const found = await askFor(client, doctorResult, 'POST', '/v1/doctor', {});
  expect(found.ok).toBe(false);
  expect(found.checks.find(({ id }) => id === 'permissions')).toMatchObject({
    status: 'fail',
    fix: 'Run `cairn doctor --fix`.',
  });
  const mended = await askFor(client, doctorResult, 'POST', '/v1/doctor', { fix: true });
  expect(mended.ok).toBe(true);
  expect(statSync(home.paths.tokenFile).mode & 0o777).toBe(0o600);
});

const runProgram = (env: Record<string, string | undefined>): Promise<number | null> =>
  new Promise((resolve) => {
    spawn(process.execPath, [program], { env, stdio: 'ignore' }).once('exit', resolve);
  });
