// Passes hostile folders to every interface of a real daemon that takes one. Nothing in the folder runs, nothing outside of it is read,
// every answer is in time, and the daemon survives.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRunningDaemon } from '@cairn/client/device';
import { listResult, searchResult } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { ask, askFor, type Home, makeHome, start } from '../e2e/daemon/world.ts';
import { host } from '../e2e/mcp/host.ts';
import { git, HOSTILE_FOLDERS, type Scene, setScene } from './hostile-folders.ts';
import { ANSWER_MS_MAX, cairn } from './support/command.ts';

const CALM_MS = 500;

const newScene = async (): Promise<{ readonly scene: Scene; readonly marker: string }> => {
  const at = await homeForTest('folder');
  const marker = join(at, 'marker');
  return { scene: setScene(at, marker), marker };
};

const everyByteOf = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n');

const textsOf = (env: Home['env']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const HOOK = '/v1/hooks/claude-code';

test.each(HOSTILE_FOLDERS)('[TR-11] [TR-12] $name', async ({ make, isHonestRepository }) => {
  const { scene, marker } = await newScene();
  await make(scene);
  const cwd = scene.folder;
  const home = await makeHome();
  const client = await start(home);
  const { pid } = client.daemon();
  const took: Record<string, number> = {};
  const timed = async <T>(door: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const done = await work();
    took[door] = Math.round(performance.now() - from);
    return done;
  };
  const post = (path: string, body: object) =>
    timed(path, () => ask(client, 'POST', path, body, { timeoutMs: 5 * ANSWER_MS_MAX }));
  const at = { project: '.', cwd };
  const calm = await cairn(home, home.paths.home, 'index', '--list');
  const msMax = ANSWER_MS_MAX * Math.max(1, calm.tookMs / CALM_MS);

  const seen = [
    await post(`${HOOK}/session-start`, { session_id: 's', cwd, source: 'startup' }),
    await post(`${HOOK}/prompt`, { session_id: 's', cwd, prompt: 'Where does the wombat dig?' }),
    await post('/v1/memories', { content: 'The wombat digs at night', ...at }),
    await post('/v1/search', { query: 'wombat', ...at }),
    await post('/v1/context', { query: 'wombat', ...at }),
    await post('/v1/context/prompt', at),
    await timed('heartbeat', () => ask(client, 'GET', `/v1/heartbeat?cwd=${encodeURIComponent(cwd)}`)).catch(
      String,
    ),
  ];
  const agent = await host({ home: home.paths.home, env: textsOf(home.env) }, [], cwd);
  seen.push(await timed('mcp', () => agent.tool('memory_save', { content: 'The wombat sleeps by day' })));
  const search = await cairn(home, cwd, 'search', '-p', '.', 'wombat', '--json');
  const index = await cairn(home, cwd, 'index', '.', '-p', '.', '--json');
  const { memories } = await askFor(client, listResult, 'GET', '/v1/memories?limit=100');
  seen.push(search.out, index.out, memories);

  expect(existsSync(marker) ? readFileSync(marker, 'utf8') : 'nothing ran').toBe('nothing ran');
  expect(JSON.stringify(seen)).not.toContain('quokka');
  expect(everyByteOf(home.paths.home)).not.toContain('quokka');
  const name = isHonestRepository ? `git:${git(cwd, 'rev-list', '--max-parents=0', 'HEAD').trim()}` : cwd;
  expect([...new Set(memories.map(({ project }) => project))]).toEqual([name]);
  expect(index.out).toContain('"indexed"');
  const { passages } = await askFor(client, searchResult, 'POST', '/v1/search', { query: 'wombat' });
  expect(passages.map(({ source }) => source.name)).toContain(join(cwd, 'note.md'));
  for (const { code, tookMs } of [search, index]) {
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(msMax + calm.tookMs);
  }
  expect(Object.entries(took).filter(([, ms]) => ms > msMax)).toEqual([]);
  expect(readRunningDaemon(home.paths)?.pid).toBe(pid);
});
