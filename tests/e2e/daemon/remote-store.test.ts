import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type DaemonClient } from '@cairn/client/device';
import { doctorResult, searchResult, statusResult } from '@cairn/schema';
import { type FaultProxy, type LibsqlServer, startFaultProxy, startLibsqlServer } from '@cairn/test-support';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  find,
  type Home,
  join as joinVault,
  kill,
  makeHome,
  program,
  refusal,
  save,
  sharedServer,
  start,
  syncAll,
} from './world.ts';

const libsql: LibsqlServer | null = await startLibsqlServer({ asksForToken: true });
afterAll(() => libsql?.stop());
const server = sharedServer();

const TOKEN = libsql?.token ?? '';
const remoteHome = (url: string, env: Record<string, string> = {}): Promise<Home> =>
  makeHome({ CAIRN_STORE_URL: url, CAIRN_STORE_TOKEN: TOKEN, ...env });
const newDatabase = async (): Promise<string> => (await libsql?.createDatabase()) ?? '';
const stop = async (client: DaemonClient): Promise<void> => {
  await ask(client, 'POST', '/v1/shutdown');
  await client.close();
};
const startFails = async (home: Home): Promise<string> => {
  const client = await connect(home.paths, { start: true, env: home.env, program });
  if (client.ok) throw new Error('it started');
  return client.error.message;
};

/** Returns everything in the home as one text. */
const everythingIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

/** Makes a proxy to the server that can be cut, and returns its address. */
const byProxy = async (): Promise<{ readonly proxy: FaultProxy; readonly url: string }> => {
  const proxy = await startFaultProxy(libsql?.port ?? 0);
  onTestFinished(() => proxy.close());
  const url = await newDatabase();
  return { proxy, url: url.replace(`:${libsql?.port}`, `:${proxy.port}`) };
};

describe.skipIf(libsql === null)('a daemon whose memories are on a libSQL server', () => {
  test('[ST-3] saves, finds, forgets, and has it all after a restart, with no file and no secret in its home', async () => {
    const url = await newDatabase();
    const home = await remoteHome(url);
    const client = await start(home);
    await save(client, 'The staging database listens on port 5433');
    const gone = await save(client, 'A memory to be forgotten: xylophone');
    await ask(client, 'POST', '/v1/forget', { ids: [gone] });
    expect(await find(client, 'which port does staging use')).toEqual([
      'The staging database listens on port 5433',
    ]);
    expect(await find(client, 'xylophone')).toEqual([]);
    const status = await askFor(client, statusResult, 'GET', '/v1/status');
    expect(status.store).toMatchObject({ path: url, url, remote: true, memories: 1 });
    expect(status.store.off.map(({ feature }) => feature)).toContain('backup and restore');
    await stop(client);
    const again = await start(home);
    expect(await contents(again)).toEqual(['The staging database listens on port 5433']);
    expect(existsSync(home.paths.database)).toBe(false);
    const told = `${everythingIn(home.paths.home)}${JSON.stringify(status)}`;
    expect(told).not.toContain(TOKEN);
    expect(told).not.toContain('xylophone');
  });

  test('[ST-3] a daemon that was killed has kept what it answered, and its home takes it up again at once', async () => {
    const home = await remoteHome(await newDatabase());
    const client = await start(home);
    for (let n = 0; n < 10; n++) await save(client, `fact ${n}`);
    await kill(home);
    expect(await contents(await start(home))).toEqual(Array.from({ length: 10 }, (_, n) => `fact ${n}`));
  });

  test('[ST-3] the second daemon on one database is told who has it; when that ends, it may', async () => {
    const url = await newDatabase();
    const first = await remoteHome(url);
    const second = await remoteHome(url);
    writeFileSync(first.paths.config, JSON.stringify({ deviceName: 'the laptop' }), { mode: 0o600 });
    const client = await start(first);
    await save(client, 'from the first');
    expect(await startFails(second)).toMatch(
      /Another Cairn has this remote database open: the laptop, .*cairn down/,
    );
    await stop(client);
    const next = await start(second);
    await save(next, 'from the second');
    expect(await contents(next)).toEqual(['from the first', 'from the second']);
  });

  test('[ST-3] a server that is not there, and a wrong token, are sentences at the start', async () => {
    const { proxy, url } = await byProxy();
    proxy.refusing = true;
    expect(await startFails(await remoteHome(url))).toMatch(
      /The database server http:\/\/localhost.* cannot be reached/,
    );
    const wrong = await startFails(
      await remoteHome(await newDatabase(), { CAIRN_STORE_TOKEN: 'not-the-token' }),
    );
    expect(wrong).toMatch(/refused the token/);
    expect(wrong).not.toContain('not-the-token');
    expect(await startFails(await remoteHome('file:///tmp/x.db'))).toMatch(/set CAIRN_HOME/);
  });

  test('[ST-3] while the server is away everything is refused with a sentence, the daemon lives, and then goes on', async () => {
    const { proxy, url } = await byProxy();
    const home = await remoteHome(url, { CAIRN_LLM_BASE_URL: 'http://127.0.0.1:1/v1', CAIRN_LLM_MODEL: 'm' });
    const client = await start(home);
    await createVault(client, server(), 'laptop');
    await save(client, 'before');
    const { pid } = client.daemon();
    proxy.refusing = true;
    proxy.cut();
    for (const [method, path, body] of [
      ['POST', '/v1/memories', { content: 'meanwhile' }],
      ['POST', '/v1/search', { query: 'before' }],
      ['GET', '/v1/status', undefined],
      ['GET', '/v1/context', undefined],
    ] as const) {
      const { kind, status, retryable, message } = await refusal(client, method, path, body);
      expect([path, kind, status, retryable]).toEqual([path, 'storage_unreachable', 503, true]);
      expect(message).toMatch(/cannot be reached.*Try again when it is back\.$/);
    }
    const ill = await askFor(client, doctorResult, 'POST', '/v1/doctor', { fix: false });
    expect(ill.checks.at(-1)).toMatchObject({ id: 'store', status: 'fail' });
    // Timers of sync, summaries and embedding fire meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    proxy.refusing = false;
    await save(client, 'after');
    expect(await contents(client)).toEqual(['after', 'before']);
    expect(client.daemon().pid).toBe(pid);
    const well = await askFor(client, doctorResult, 'POST', '/v1/doctor', { fix: true });
    expect(well.checks.find(({ id }) => id === 'store')).toMatchObject({ status: 'pass' });
    expect(well.checks.filter(({ status }) => status === 'fail')).toEqual([]);
  });

  test('[ST-3] a save whose answer is lost on the line is saved once', async () => {
    const { proxy, url } = await byProxy();
    const client = await start(await remoteHome(url));
    let line = 0;
    proxy.judge = (way, bytes, at) => {
      if (way === 'out' && bytes.includes('COMMIT') && bytes.includes('only once')) line = at;
      return way === 'back' && at === line ? 'cut' : 'pass';
    };
    await save(client, 'said only once');
    proxy.judge = null;
    expect(line).toBeGreaterThan(0);
    expect(await contents(client)).toEqual(['said only once']);
  });

  test('[ST-3] what needs a file is refused with what to do instead', async () => {
    const client = await start(await remoteHome(await newDatabase()));
    for (const path of ['/v1/backup', '/v1/restore'])
      expect(await refusal(client, 'POST', path, { path: '/somewhere/copy.db' })).toMatchObject({
        kind: 'storage_remote',
        message: expect.stringContaining('cairn export'),
      });
  });

  test('[ST-3] it is in a vault like any other device', async () => {
    const laptop = await start(await makeHome());
    const container = await start(await remoteHome(await newDatabase()));
    await createVault(laptop, server(), 'laptop');
    await save(laptop, 'from the laptop');
    await joinVault(laptop, container, server(), 'container');
    await save(container, 'from the container');
    await syncAll(container, laptop);
    const both = ['from the container', 'from the laptop'];
    expect([await contents(laptop), await contents(container)]).toEqual([both, both]);
    const found = await askFor(container, searchResult, 'POST', '/v1/search', { query: 'laptop' });
    expect(found.results.map(({ content }) => content)).toEqual(['from the laptop']);
  });
});
