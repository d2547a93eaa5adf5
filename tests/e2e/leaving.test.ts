// The program goes away, or another version comes: what is left behind of the old one ends, and stands in nobody's way.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, pidAlive, pidIn, tempHome, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './cairn.ts';

/** A program in a folder of its own, as a checkout or npm would have it, and a person's home that it works in. */
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
  expect(readFileSync(join(own.data, 'daemon.log'), 'utf8')).toContain('its program was removed or replaced');
  expect(pidIn(join(own.data, 'daemon.json'))).toBeNull();
});

test('[RL-47] a daemon whose program was replaced ends, and the next command starts the new one', async () => {
  const own = await copiedProgram();
  await own.cairn('save "Staging is read-only"');
  const pid = own.pid() ?? 0;
  // As npm does it: the folder goes, another one comes.
  rmSync(join(own.folder, 'packages/local-daemon/dist'), { recursive: true });
  cpSync(join(root, 'packages/local-daemon/dist'), join(own.folder, 'packages/local-daemon/dist'), {
    recursive: true,
  });
  await waitUntil(() => !pidAlive(pid), { ...MINUTE, what: 'the daemon to end' });
  const found = await own.cairn('search staging');
  expect([found.code, found.out.includes('Staging is read-only')]).toEqual([0, true]);
});
