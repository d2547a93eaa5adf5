import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pullResponse, pushResponse } from '@cairn/schema';
import { freePort, waitUntil } from '@cairn/test-support';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { copiedFolders, newWorld, serverForTest, vaultAt } from './testing/server-for-test.ts';
import { callServer, openEvents, runServer } from './testing/server-process.ts';
import { listOf, signEntry } from './testing/sign-members.ts';
import { itemOf, SETUP_TOKEN, sealedTo } from './testing/sync-world.ts';

const dataFolder = copiedFolders();

const everyFile = async (folder: string): Promise<readonly Buffer[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
};

describe('the program', () => {
  test('[SY-A4] prints the setup token once, keeps only its hash, and opens the first vault with it', async () => {
    const folder = await dataFolder();
    const env = { CAIRN_SERVER_DATA: folder };
    const one = await serverForTest(env);
    const token = /^setup token: (\S+)$/m.exec(one.stdout())?.[1] ?? '';
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    await vaultAt(one.url, 'main/first', { token });
    expect(await one.kill('SIGTERM')).toBe(0);
    const two = await serverForTest(env);
    expect(two.stdout()).not.toContain('setup token');
    const { request } = newWorld('main/late').vaultRequest();
    const late = await callServer(two.url, 'POST', '/v1/vaults', { token, body: request });
    expect(late).toMatchObject({ status: 403, json: { kind: 'registration_closed' } });
    await two.kill('SIGTERM');
    const files = await everyFile(folder);
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) expect(file.includes(token)).toBe(false);
    expect(two.stderr()).not.toContain(token);
  });

  test('[AD-1, AD-2] with an admin token set, a browser signs in and sees the vault and its device', async () => {
    const token = 'a-token-for-the-page';
    const folder = await dataFolder();
    const env = { CAIRN_SERVER_DATA: folder, CAIRN_SETUP_TOKEN: SETUP_TOKEN, CAIRN_ADMIN_TOKEN: token };
    const server = await serverForTest(env);
    const { info, identity } = await vaultAt(server.url, 'main/page');
    const url = `${server.url}/admin`;
    expect((await fetch(url)).status).toBe(401);
    const signIn = (given: string) =>
      fetch(`${url}/login`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Origin: server.url },
        body: new URLSearchParams({ token: given }),
      });
    expect((await signIn('another')).status).toBe(401);
    const entered = await signIn(token);
    expect(entered.status).toBe(303);
    const cookie = entered.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const page = await (await fetch(url, { headers: { cookie } })).text();
    for (const part of [info.vault, identity.device.id, 'embedded (PGlite)', 'ready', 'unauthorized'])
      expect(page).toContain(part);
    expect(page).not.toContain(token);
    expect(server.stderr()).not.toContain(token);
    await server.kill('SIGTERM');
  });

  test('[SY-A2] no token is in the data folder or the log, and a payload is there only as it came', async () => {
    const folder = await dataFolder();
    const server = await serverForTest({ CAIRN_SERVER_DATA: folder, CAIRN_SETUP_TOKEN: SETUP_TOKEN });
    const { world, info, identity } = await vaultAt(server.url, 'main/secrets');
    const plain = 'the words of a memory, which only devices know';
    const sealed = Buffer.from(plain.split('').toReversed().join('')).toString('base64url');
    const item = itemOf({
      entity: world.newMemory(),
      hlc: world.stamp(identity.device.id, 1),
      payload: sealed,
    });
    const body = { epoch: info.epoch, anchor: info.anchor, pushNo: 1, items: [item] };
    const pushed = await callServer(server.url, 'POST', '/v1/push', { token: identity.token, body });
    expect(pushed.status).toBe(200);
    await server.kill('SIGTERM');
    const stored = Buffer.concat(await everyFile(folder));
    expect(stored.includes(Buffer.from(sealed, 'base64url'))).toBe(true);
    for (const secret of [identity.token, SETUP_TOKEN, plain]) {
      expect(stored.includes(secret)).toBe(false);
      expect(server.stdout() + server.stderr()).not.toContain(secret);
    }
    expect(server.stderr()).toContain('POST /v1/push 200');
    expect(server.stderr()).not.toContain(sealed);
  });

  test('[RL-25] a port in use is a sentence and exit 1, and no setup token is made for it', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const folder = await dataFolder();
    const { code, stderr, stdout } = await runServer({
      CAIRN_SERVER_DATA: folder,
      CAIRN_SERVER_PORT: String(port),
    });
    expect(stdout).toBe(`opening the embedded database in ${folder} …\n`);
    other.close();
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(stderr).toContain(`127.0.0.1:${port} is in use. Set CAIRN_SERVER_PORT`);
  });

  test('says what it can do, and what is wrong with what was asked', async () => {
    expect(await runServer({}, ['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('CAIRN_SERVER_PORT'),
    });
    expect(await runServer({}, ['--version'])).toMatchObject({ code: 0, stdout: `${packageJson.version}\n` });
    expect(await runServer({}, ['dance'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no command "dance"'),
    });
    expect(await runServer({ CAIRN_SERVER_PORT: 'x' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('CAIRN_SERVER_PORT has to be'),
    });
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
    expect(await runServer(away, ['migrate'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database does not answer'),
    });
  });

  test('migrating again changes nothing and ends', async () => {
    const env = { CAIRN_SERVER_DATA: await dataFolder() };
    expect(await runServer(env, ['migrate'])).toMatchObject({
      code: 0,
      stdout: 'the database is up to date\n',
    });
    expect(await runServer(env, ['migrate'])).toMatchObject({ code: 0 });
  });
});

describe('live', () => {
  test('[SY-L1, SY-L2, SY-A3] a socket gets hints of others, and is closed when its device is revoked', async () => {
    const folder = await dataFolder();
    const server = await serverForTest({ CAIRN_SERVER_DATA: folder, CAIRN_SETUP_TOKEN: SETUP_TOKEN });
    const { world, info, identity, request } = await vaultAt(server.url, 'main/events');
    const other = world.newIdentity('other');
    const founded = listOf(info.vault, [request.entry]);
    const signer = { by: identity.device.id, key: identity.signing };
    const entry = signEntry(info.vault, founded, signer, { kind: 'add', device: other.device });
    const fork = { device: other.device, keys: [sealedTo(other.device.id, 1)], entry };
    await callServer(server.url, 'POST', '/v1/devices/fork', { token: identity.token, body: fork });
    const events = await openEvents(server.url, other.token);
    expect(events.status).toBe(200);
    const see = (what: string, count: number) =>
      waitUntil(() => events.kinds().filter((kind) => kind === what).length >= count, {
        timeoutMs: 60_000,
        what,
      });
    await see('head', 1);
    const item = itemOf({ entity: world.newMemory(), hlc: world.stamp(identity.device.id, 1) });
    const body = { epoch: info.epoch, anchor: info.anchor, pushNo: 1, items: [item] };
    await callServer(server.url, 'POST', '/v1/push', { token: identity.token, body });
    await see('head', 2);
    expect(events.hints().at(-1)).toBe('{"kind":"head","head":1}');
    const fact = { kind: 'revoke', device: other.device.id } as const;
    const revoked = signEntry(info.vault, listOf(info.vault, [request.entry, entry]), signer, fact);
    await callServer(server.url, 'POST', '/v1/members', {
      token: identity.token,
      body: { entries: [revoked], keys: [] },
    });
    await waitUntil(() => events.ended(), { timeoutMs: 60_000, what: 'the stream to end' });
    expect(events.kinds().at(-1)).toBe('revoked');
    const refused = await openEvents(server.url, other.token);
    expect(refused.status).toBe(403);
    await refused.stop();
  });

  test('a stop closes streams, finishes what is under way, and ends by itself', async () => {
    const folder = await dataFolder();
    const server = await serverForTest({ CAIRN_SERVER_DATA: folder, CAIRN_SETUP_TOKEN: SETUP_TOKEN });
    const { identity } = await vaultAt(server.url, 'main/stop');
    const streams = await Promise.all([1, 2, 3].map(() => openEvents(server.url, identity.token)));
    expect(await server.kill('SIGINT')).toBe(0);
    for (const stream of streams) {
      await waitUntil(() => stream.ended(), { timeoutMs: 60_000, what: 'the stream to end' });
    }
  });
});

describe('a stop', () => {
  test('[OP-4, SY-U6] under load: not ready first, every answer is a success, and all that was acknowledged is there', async () => {
    const folder = await dataFolder();
    const env = { CAIRN_SERVER_DATA: folder, CAIRN_SETUP_TOKEN: SETUP_TOKEN, CAIRN_DRAIN_SECONDS: '4' };
    const server = await serverForTest(env);
    const { world, info, identity, request } = await vaultAt(server.url, 'main/drain');
    const others = [1, 2].map((n) => world.newIdentity(`pusher ${n}`));
    const entries = [request.entry];
    for (const { device } of others) {
      const signer = { by: identity.device.id, key: identity.signing };
      const list = listOf(info.vault, entries);
      const entry = signEntry(info.vault, list, signer, { kind: 'add', device });
      entries.push(entry);
      const body = { device, keys: [sealedTo(device.id, 1)], entry };
      const { token } = identity;
      expect((await callServer(server.url, 'POST', '/v1/devices/fork', { token, body })).status).toBe(201);
    }
    const acked = new Map<string, number>();
    const statuses: number[] = [];
    const pushUntilGone = async ({ token, device }: typeof identity): Promise<void> => {
      let { anchor } = info;
      for (let pushNo = 1; ; pushNo += 1) {
        const item = () => itemOf({ entity: world.newMemory(), hlc: world.stamp(device.id, 1) });
        const body = { epoch: info.epoch, anchor, pushNo, items: Array.from({ length: 20 }, item) };
        const { status, json } = await callServer(server.url, 'POST', '/v1/push', { token, body });
        statuses.push(status);
        const answer = pushResponse.parse(json);
        anchor = answer.anchor;
        for (const verdict of answer.verdicts) acked.set(verdict.entity, verdict.seq ?? 0);
      }
    };
    // Each ends when no connection is to be had any more.
    const pushing = [identity, ...others].map((one) => pushUntilGone(one).catch(() => {}));
    await waitUntil(() => acked.size > 200, { timeoutMs: 60_000, what: 'pushes', everyMs: 5 });
    const events = await openEvents(server.url, identity.token);
    const stopped = server.kill('SIGTERM');
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    await waitUntil(async () => (await ready()) === 503, {
      timeoutMs: 60_000,
      what: 'not ready',
      everyMs: 5,
    });
    const ackedThen = acked.size;
    expect(events.ended()).toBe(false);
    // A proxy that kept it open would send the next request into a server that has just stopped.
    expect((await fetch(`${server.url}/healthz`)).headers.get('connection')).toBe('close');
    expect(await stopped).toBe(0);
    await Promise.all(pushing);
    await waitUntil(() => events.ended(), { timeoutMs: 60_000, what: 'the stream to end' });
    // It served on while it said that it was not ready.
    expect(acked.size).toBeGreaterThan(ackedThen);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const again = await serverForTest({ CAIRN_SERVER_DATA: folder });
    const held = new Map<string, number>();
    for (let cursor = '', more = true; more; ) {
      const query = cursor === '' ? 'empty=1' : `cursor=${cursor}`;
      const { json } = await callServer(again.url, 'GET', `/v1/pull?limit=5000&${query}`, identity);
      const page = pullResponse.parse(json);
      for (const item of page.items) held.set(item.entity, item.seq);
      cursor = page.cursor;
      more = page.hasMore;
    }
    for (const [entity, seq] of acked) expect(held.get(entity)).toBe(seq);
  });

  test('[OP-4] a second signal ends it at once, whatever is still under way', async () => {
    const env = { CAIRN_SERVER_DATA: await dataFolder(), CAIRN_DRAIN_SECONDS: '60' };
    const server = await serverForTest(env);
    const ended = server.kill('SIGTERM');
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    await waitUntil(async () => (await ready()) === 503, { timeoutMs: 60_000, what: 'not ready' });
    void server.kill('SIGTERM');
    expect(await ended).toBe(143);
  });
});

describe('metrics of a real server', () => {
  test('[OP-1, OP-3] are behind their token, which is in no log', async () => {
    const token = 'the-token-of-the-monitor';
    const env = { CAIRN_SERVER_DATA: await dataFolder(), CAIRN_METRICS_TOKEN: token };
    const server = await serverForTest(env);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
    const page = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
    const text = await page.text();
    expect(text).toContain('cairn_http_requests_total{route="GET /metrics",status="401"} 1');
    expect(text).toContain('cairn_database_seconds_count{kind="transaction",outcome="ok"}');
    // All that rules and dashboard ask of it; what they compare with before begins at zero.
    const served = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    for (const path of ['prometheus/cairn.rules.yml', 'grafana.json']) {
      const whole = await readFile(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
      const names = [...whole.matchAll(/\b((?:cairn|process|nodejs)_[a-z_]+)/g)].map(([, name = '']) => name);
      expect(names.length).toBeGreaterThan(10);
      const bare = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');
      expect(names.filter((name) => !served.has(name) && !served.has(bare(name)))).toEqual([]);
    }
    expect(text).toContain('cairn_backups_total{outcome="failed"} 0');
    expect(text).toContain('cairn_pushes_total{outcome="epoch_changed"} 0');
    await server.kill('SIGTERM');
    expect(server.stderr()).not.toContain(token);
  });
});

describe('kill -9', () => {
  test('[SY-U3, SY-U6] killed in the middle of pushes: what was acknowledged is there, a replay is applied once', async () => {
    const folder = await dataFolder();
    const env = { CAIRN_SERVER_DATA: folder, CAIRN_SETUP_TOKEN: SETUP_TOKEN };
    let server = await serverForTest(env);
    const { world, info, identity } = await vaultAt(server.url, 'main/kill');
    const { token } = identity;
    const acked = new Map<string, number>();
    let { anchor } = info;
    let pushNo = 0;
    for (let round = 0; round < 3; round += 1) {
      const current = server;
      let pending: Uint8Array = new Uint8Array();
      const pushing = (async () => {
        for (;;) {
          const item = () => itemOf({ entity: world.newMemory(), hlc: world.stamp(identity.device.id, 1) });
          const items = Array.from({ length: 50 }, item);
          pending = Buffer.from(JSON.stringify({ epoch: info.epoch, anchor, pushNo: pushNo + 1, items }));
          const { json } = await callServer(current.url, 'POST', '/v1/push', { token, body: pending });
          const answer = pushResponse.parse(json);
          pushNo += 1;
          anchor = answer.anchor;
          for (const verdict of answer.verdicts) acked.set(verdict.entity, verdict.seq ?? 0);
        }
      })().catch(() => {});
      await waitUntil(() => acked.size > round * 200 + 100, {
        timeoutMs: 30_000,
        what: 'pushes',
        everyMs: 1,
      });
      await current.kill('SIGKILL');
      await pushing;
      server = await serverForTest(env);
      const replay = async () =>
        (await callServer(server.url, 'POST', '/v1/push', { token, body: pending })).json;
      const [one, two] = [pushResponse.parse(await replay()), pushResponse.parse(await replay())];
      expect({ ...two, serverTime: 0 }).toEqual({ ...one, serverTime: 0 });
      pushNo += 1;
      anchor = one.anchor;
      for (const verdict of one.verdicts) acked.set(verdict.entity, verdict.seq ?? 0);
    }
    const pulled = new Map<string, number>();
    for (let cursor = ''; ; ) {
      const query = cursor === '' ? 'empty=1' : `cursor=${cursor}`;
      const { json } = await callServer(server.url, 'GET', `/v1/pull?limit=500&${query}`, { token });
      const page = pullResponse.parse(json);
      for (const item of page.items) pulled.set(item.entity, item.seq);
      cursor = page.cursor;
      if (!page.hasMore) break;
    }
    expect(pulled).toEqual(acked);
  });
});
