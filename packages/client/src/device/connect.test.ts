import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect, findDaemon } from './connect.ts';
import { type Paths, resolvePaths } from './paths.ts';

const pathsNaming = (daemon: object): Paths => {
  const home = mkdtempSync(join(tmpdir(), 'cairn-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const paths = resolvePaths({ env: { CAIRN_HOME: home }, homeDir: home, platform: 'linux', cwd: home });
  writeFileSync(paths.daemonFile, JSON.stringify({ port: 1, version: '0.0.1', ...daemon }));
  writeFileSync(paths.tokenFile, 'token');
  return paths;
};

test('a daemon.json whose pid now belongs to another process names no daemon', async () => {
  const paths = pathsNaming({ pid: process.pid, processStart: 'another' });
  const found = await findDaemon(paths, { start: false });
  expect(found).toMatchObject({ ok: false, error: { kind: 'daemon_unreachable' } });
});

test('[ST-2] a daemon that refuses because it was killed a moment ago is awaited, then counts as ended', async () => {
  const dying = spawn('sleep', ['0.4']);
  onTestFinished(() => void dying.kill('SIGKILL'));
  const client = await connect(pathsNaming({ pid: dying.pid }), { start: false });
  if (!client.ok) throw new Error(client.error.message);
  const asked = await client.value.request('GET', '/v1/status');
  expect(asked).toMatchObject({ ok: false, error: { message: expect.stringContaining('is not running') } });
});
