import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findDaemon } from './connect.ts';
import { resolvePaths } from './paths.ts';

test('a daemon.json whose pid now belongs to another process names no daemon', async () => {
  const home = mkdtempSync(join(tmpdir(), 'cairn-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const paths = resolvePaths({ env: { CAIRN_HOME: home }, homeDir: home, platform: 'linux', cwd: home });
  const left = { pid: process.pid, port: 1, version: '0.0.1', processStart: 'another' };
  writeFileSync(paths.daemonFile, JSON.stringify(left));
  writeFileSync(paths.tokenFile, 'token');
  const found = await findDaemon(paths, { start: false });
  expect(found).toMatchObject({ ok: false, error: { kind: 'daemon_unreachable' } });
});
