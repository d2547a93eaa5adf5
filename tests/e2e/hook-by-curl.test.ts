// The launcher of a hook without a program: a running daemon gives the answer, and no Node process is started.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { orElse, statusResult } from '@cairn/schema';
import { pidAlive, waitUntil } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, type RunOptions, root } from './cairn.ts';

/** Message of a launcher without a program. A hook prints it on standard error only. */
const NO_PROGRAM = /not built yet/;

interface World {
  readonly own: Device;
  /** Runs the launcher alone. */
  alone(event: string, input?: object, options?: RunOptions): ReturnType<Device['run']>;
}

/** Makes a device on which each hook was called once, so that the program has noted it. */
const world = async (): Promise<World> => {
  const own = await device('by-curl');
  onTestFinished(own.end);
  await own.run(['save', 'Billing listens on port 8080']);
  for (const event of ['session-start', 'prompt', 'stop'])
    await own.run(['hook', 'claude-code', event], { input: '{}', env: { PATH: '/nowhere' } });
  const bin = join(own.home, 'launcher', 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['cairn', 'ask-by-curl.sh']) copyFileSync(join(root, 'bin', name), join(bin, name));
  const alone: World['alone'] = (event, input = {}, options = {}) =>
    own.run(['hook', 'claude-code', event], {
      input: JSON.stringify({ session_id: 's', ...input }),
      program: [join(bin, 'cairn')],
      ...options,
    });
  return { own, alone };
};

const answered = { code: 0, err: '' };

describe.skipIf(process.platform === 'win32')('[HK-8] the launcher of a hook', () => {
  test('asks the daemon without the program', async () => {
    const { own, alone } = await world();
    const start = await alone('session-start', { source: 'startup', cwd: own.home });
    expect(start).toMatchObject(answered);
    expect(JSON.parse(start.out).hookSpecificOutput.additionalContext).toContain('port 8080');
    // An event without an answer.
    expect(await alone('stop', { last_assistant_message: 'The port is 8080.' })).toEqual({
      ...answered,
      out: '',
    });
    expect((await own.run(['session', 'show', 'ses_claude-code:s'])).out).toContain('The port is 8080.');
    expect((await own.json(statusResult, ['status'])).hooks?.failures).toBe(0);
  });

  test('keeps a large prompt whole', async () => {
    const { own, alone } = await world();
    const prompt = `Look here: ${'wörd “quoted” \\ $HOME `x` %s '.repeat(6_000)}`;
    expect(await alone('prompt', { prompt })).toMatchObject(answered);
    const { out } = await own.run(['session', 'show', 'ses_claude-code:s', '--json']);
    expect(out).toContain(JSON.stringify(prompt.slice(0, 1_000)).slice(1, -1));
  });

  test('shows the token to its owner alone, and only while the daemon runs', async () => {
    const { own, alone } = await world();
    const file = join(own.home, 'daemon.headers');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain(readFileSync(join(own.home, 'daemon.token'), 'utf8').trim());
    await own.run(['down']);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    expect((await alone('prompt')).err).toMatch(NO_PROGRAM);
  });

  test.runIf(process.platform === 'linux')(
    'shows no path to others on the machine, who can read the arguments of curl',
    async () => {
      const { own, alone } = await world();
      const pid = own.pid();
      if (pid === null) throw new Error('no daemon');
      // It answers later, so that curl is there to be looked at.
      process.kill(pid, 'SIGSTOP');
      const asked = alone('session-start', { source: 'startup' }, { cwd: own.home });
      const seen = () =>
        readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map((name) => orElse(() => readFileSync(`/proc/${name}/cmdline`, 'utf8'), ''))
          .find((line) => line.startsWith('curl\0'));
      const line = await waitUntil(seen, { timeoutMs: 10_000, what: 'curl to run' });
      process.kill(pid, 'SIGCONT');
      expect(line).not.toContain(own.home);
      expect(line).not.toContain('/v1/hooks');
      expect((await asked).code).toBe(0);
    },
  );

  test('lets the name of no folder add an option of curl', async () => {
    const { own, alone } = await world();
    const { socket } = JSON.parse(readFileSync(join(own.home, 'daemon.json'), 'utf8'));
    for (const name of ['a\noutput = taken\nb', 'a"', 'a\\']) {
      const home = join(own.home, name);
      mkdirSync(join(home, 'hooks/called'), { recursive: true });
      writeFileSync(join(home, 'daemon.json'), JSON.stringify({ socket }));
      copyFileSync(join(own.home, 'daemon.headers'), join(home, 'daemon.headers'));
      writeFileSync(join(home, 'hooks/called/claude-code.prompt'), '');
      const ran = await alone('prompt', {}, { cwd: own.home, env: { CAIRN_HOME: home } });
      expect(ran.err).toMatch(NO_PROGRAM);
      expect(existsSync(join(own.home, 'taken'))).toBe(false);
    }
  });

  test("heeds no settings and no proxy of the person's own curl", async () => {
    const { own, alone } = await world();
    const home = join(own.home, 'person');
    mkdirSync(home);
    writeFileSync(join(home, '.curlrc'), 'proxy = "http://127.0.0.1:9"\noutput = "taken"\n');
    const proxy = 'http://127.0.0.1:9';
    const env = { HOME: home, CURL_HOME: home, http_proxy: proxy, ALL_PROXY: proxy, HTTPS_PROXY: proxy };
    const start = await alone('session-start', { source: 'startup' }, { env });
    expect(start).toMatchObject(answered);
    expect(start.out).toContain('port 8080');
  });

  test.each([
    ['a folder whose name is more than letters', 'a b&id=1', ['claude-code', 'prompt']],
    ['an agent that was never seen', '.', ['cursor', 'prompt']],
    ['an event that was never called', '.', ['claude-code', 'tool']],
    ['a name that leads elsewhere', '.', ['claude-code', '../called/claude-code.prompt']],
  ])('leaves %s to the program', async (_what, folder, event) => {
    const { own } = await world();
    const cwd = join(own.home, folder);
    mkdirSync(cwd, { recursive: true });
    const program = [join(own.home, 'launcher/bin/cairn')];
    const ran = await own.run(['hook', ...event], { input: '{"session_id":"s"}', cwd, program });
    expect(ran).toMatchObject({ code: 0, err: expect.stringMatching(NO_PROGRAM) });
  });

  test('leaves a copy of the folder to the program: the daemon is that of the first folder', async () => {
    const { own, alone } = await world();
    const copy = await homeForTest();
    cpSync(own.home, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    expect(await alone('prompt', {}, { env: { CAIRN_HOME: copy } })).toMatchObject({
      code: 0,
      err: expect.stringMatching(NO_PROGRAM),
    });
    expect(await alone('prompt')).toMatchObject(answered);
  });

  test('where this part of it is missing, the program is asked and no agent is refused', async () => {
    const { own, alone } = await world();
    rmSync(join(own.home, 'launcher/bin/ask-by-curl.sh'));
    expect(await alone('prompt')).toMatchObject({ code: 0, err: expect.stringMatching(NO_PROGRAM) });
  });

  test('a daemon that was killed: the program goes on with what was read', async () => {
    const { own } = await world();
    const pid = own.pid();
    if (pid === null) throw new Error('no daemon');
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => !pidAlive(pid), { timeoutMs: 20_000, what: 'the daemon to be gone' });
    const input = JSON.stringify({ session_id: 'k', prompt: 'Where does billing listen?' });
    const ran = await own.run(['hook', 'claude-code', 'prompt'], { input });
    expect(ran).toMatchObject(answered);
    await expect
      .poll(async () => (await own.run(['session', 'show', 'ses_claude-code:k'])).out, { timeout: 20_000 })
      .toContain('billing');
  });

  test('a daemon that does not answer: the turn waits in a file, and is kept once', async () => {
    const { own } = await world();
    const pid = own.pid();
    if (pid === null) throw new Error('no daemon');
    process.kill(pid, 'SIGSTOP');
    const input = JSON.stringify({ session_id: 'h', prompt: 'Which port has billing now?' });
    const began = performance.now();
    const ran = await own.run(['hook', 'claude-code', 'prompt'], { input });
    const tookMs = performance.now() - began;
    process.kill(pid, 'SIGCONT');
    expect(ran).toEqual({ ...answered, out: '' });
    expect(tookMs).toBeLessThan(10_000);
    const shown = async () =>
      (await own.run(['session', 'show', 'ses_claude-code:h'])).out.split('Which port').length - 1;
    await expect.poll(shown, { timeout: 20_000 }).toBe(1);
    // Turns that came through the socket and through the file are joined.
    await expect
      .poll(async () => (await own.json(statusResult, ['status'])).hooks?.waiting, { timeout: 90_000 })
      .toBe(0);
    expect(await shown()).toBe(1);
  });
});

test.each([['/bin/sh'], ['/bin/bash'], ['/bin/busybox', 'sh']])(
  '[HK-2] a Node that this machine cannot run does not refuse the turn, read by %s',
  async (shell, ...applet) => {
    if (!existsSync(shell)) return;
    const folder = await homeForTest();
    const put = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text, { mode: 0o755 });
    };
    for (const name of ['bin/cairn', 'bin/ask-by-curl.sh']) put(name, readFileSync(join(root, name), 'utf8'));
    put('packages/local-daemon/dist/cli.cjs', '');
    // Another machine's, as in a checkout that a container mounts.
    put('.tools/node_modules/node/bin/node', '\u007fELF of another machine\0');
    const run = (...words: readonly string[]) =>
      spawnSync(shell, [...applet, join(folder, 'bin/cairn'), ...words], { input: '{}', encoding: 'utf8' });
    expect(run('hook', 'cursor', 'stop')).toMatchObject({ status: 0, stdout: '' });
    expect(run('hook', 'cursor', 'stop').stderr).toContain('.tools/node_modules/node/bin/node');
    expect(run('list').status).toBeGreaterThan(0);
    // The package's launcher: an upgrade of Node removed the one that the agent's settings name.
    const asking = join(folder, 'bin/ask-by-curl.sh');
    const packed = ['-c', `. "${asking}"; hand_over /nowhere/node cairn.cjs hook cursor stop`];
    expect(spawnSync(shell, [...applet, ...packed], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  },
);
