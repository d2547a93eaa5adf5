import { type MemberFact, pushResponse } from '@cairn/schema';
import { CLOUD_MIGRATIONS } from '@cairn/schema/migrations';
import { startRoundRobin, waitUntil } from '@cairn/test-support';
import { testPostgres } from '@cairn/test-support/vitest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from './postgres/postgres-database.ts';
import { HINT_CHANNEL } from './postgres/replica-channel.ts';
import type { SqlDatabase } from './sql/database.ts';
import { serverForTest, vaultAt } from './testing/server-for-test.ts';
import { callServer, openEvents, type ServerProcess, startServer } from './testing/server-process.ts';
import { listOf, signEntry } from './testing/sign-members.ts';
import { itemOf, SETUP_TOKEN, sealedTo, type TestIdentity } from './testing/sync-world.ts';

const pg = testPostgres();
const ADMIN_TOKEN = 'the-token-of-the-operator';

/** Generous: what has to happen within 5 s may take longer on a machine that does other things too. */
const PATIENCE = { timeoutMs: 30_000 };

describe.skipIf(pg === null)('three replicas on one Postgres behind a proxy', () => {
  let replicas: readonly ServerProcess[] = [];
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
  let database: SqlDatabase;
  let envOfReplicas: Record<string, string>;
  beforeAll(async () => {
    const url = (await pg?.createDatabase()) ?? '';
    database = createPostgresDatabase({ url, prepare: true });
    envOfReplicas = {
      ...{ DATABASE_URL: url, CAIRN_SETUP_TOKEN: SETUP_TOKEN, CAIRN_REGISTRATION: 'open' },
      CAIRN_ADMIN_TOKEN: ADMIN_TOKEN,
    };
    replicas = await Promise.all([0, 1, 2].map(() => startServer(envOfReplicas)));
    proxy = await startRoundRobin(replicas.map((replica) => replica.url));
    await listening(3);
  });
  afterAll(async () => {
    await proxy.stop();
    await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')));
    await database.close();
  });

  const listeners = async (): Promise<readonly number[]> => {
    const rows = await database.query(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'cairn-server hints'
       and query ilike any (array['listen%', '%pg_notify%'])`,
    );
    return rows.map(({ pid }) => Number(pid));
  };
  const listening = (count: number) =>
    waitUntil(async () => (await listeners()).length === count, { ...PATIENCE, what: `${count} listeners` });
  const replica = (at: number): ServerProcess => {
    const one = replicas[at];
    if (one === undefined) throw new Error(`there is no replica ${at}`);
    return one;
  };

  /** A vault made through the proxy, and a way to add devices and to push through a server of one's choice. */
  const makeVault = async (seed: string) => {
    const { world, info, identity, request } = await vaultAt(proxy.url, seed);
    const entries = [request.entry];
    /** An entry of the member list by the first device. */
    const sign = (fact: MemberFact) => {
      const signer = { by: identity.device.id, key: identity.signing };
      const entry = signEntry(info.vault, listOf(info.vault, entries), signer, fact);
      entries.push(entry);
      return entry;
    };
    let { anchor } = info;
    let pushNo = 0;
    const push = async (url: string): Promise<number> => {
      const item = itemOf({ entity: world.newMemory(), hlc: world.stamp(identity.device.id, 1) });
      const body = { epoch: info.epoch, anchor, pushNo: pushNo + 1, items: [item] };
      const { json } = await callServer(url, 'POST', '/v1/push', { token: identity.token, body });
      const answer = pushResponse.parse(json);
      pushNo += 1;
      anchor = answer.anchor;
      return answer.head;
    };
    const addDevice = async (name: string): Promise<TestIdentity> => {
      const other = world.newIdentity(name);
      const entry = sign({ kind: 'add', device: other.device });
      const body = { device: other.device, keys: [sealedTo(other.device.id, 1)], entry };
      const forked = await callServer(proxy.url, 'POST', '/v1/devices/fork', { token: identity.token, body });
      expect(forked.status).toBe(201);
      return other;
    };
    return { world, identity, push, addDevice, sign };
  };

  test('[RL-34] who signs out of the status page at one replica is out at all of them, also at one that starts later', async () => {
    const [here, there] = [replica(0).url, replica(1).url];
    const form = (url: string, path: string, fields: Record<string, string>, cookie = '') =>
      fetch(`${url}${path}`, {
        ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
        headers: { Cookie: cookie },
      });
    const enter = async (url: string): Promise<string> => {
      const entered = await form(url, '/admin/login', { token: ADMIN_TOKEN });
      return (entered.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
    };
    const look = async (url: string, cookie: string): Promise<number> =>
      (await fetch(`${url}/admin`, { headers: { Cookie: cookie } })).status;
    const cookie = await enter(here);
    expect([await look(here, cookie), await look(there, cookie)]).toEqual([200, 200]);
    expect((await form(there, '/admin/logout', {}, cookie)).status).toBe(303);
    expect([await look(here, cookie), await look(there, cookie)]).toEqual([401, 401]);
    const later = await serverForTest(envOfReplicas);
    expect(await look(later.url, cookie)).toBe(401);
    const again = await enter(later.url);
    expect([await look(later.url, again), await look(here, again)]).toEqual([200, 200]);
  });

  /** An event stream that has been told where it stands. */
  const watch = async (url: string, { token }: TestIdentity) => {
    const events = await openEvents(url, token);
    onTestFinished(() => events.stop());
    expect(events.status).toBe(200);
    const hears = (head: number) =>
      waitUntil(() => events.hints().includes(`{"kind":"head","head":${head}}`), {
        ...PATIENCE,
        what: `the head ${head}`,
      });
    await waitUntil(() => events.kinds().includes('head'), { ...PATIENCE, what: 'the first head' });
    return { ...events, hears };
  };

  test('servers that start together on an empty database migrate it once', async () => {
    const rows = await database.query('select count(*)::int as applied from cairn.migrations');
    expect(rows).toEqual([{ applied: CLOUD_MIGRATIONS.length }]);
    for (const { url } of replicas) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('[SY-L2, SY-L3] a push through one replica wakes devices on the others', async () => {
    const { push, addDevice } = await makeVault('replicas/wake');
    const streams = [
      await watch(replica(1).url, await addDevice('on the second')),
      await watch(replica(2).url, await addDevice('on the third')),
    ];
    for (let round = 0; round < 3; round += 1) {
      const head = await push(replica(0).url);
      for (const stream of streams) await stream.hears(head);
    }
  });

  test('[SY-L3] a listener that is killed is missed by nobody, and comes back', async () => {
    const { push, addDevice } = await makeVault('replicas/deaf');
    const stream = await watch(replica(1).url, await addDevice('patient'));
    const before = await listeners();
    expect(before).toHaveLength(3);
    for (const pid of before) await database.query('select pg_terminate_backend($1)', [pid]);
    await stream.hears(await push(replica(0).url));
    await waitUntil(async () => (await listeners()).filter((pid) => !before.includes(pid)).length === 3, {
      ...PATIENCE,
      what: 'three new listeners',
    });
    await stream.hears(await push(replica(2).url));
    expect(replica(1).stderr()).toContain('up to 5 s late');
  });

  test('what is no message of ours is ignored', async () => {
    const { push, addDevice } = await makeVault('replicas/noise');
    const stream = await watch(replica(1).url, await addDevice('steady'));
    for (const noise of ['', '{', '[]', '{"from":"x","hints":[{"vault":"?"}]}']) {
      await database.query('select pg_notify($1, $2)', [HINT_CHANNEL, noise]);
    }
    await stream.hears(await push(replica(0).url));
  });

  test('[SY-A3] revoked through one replica, the stream on another ends and the token is refused by all', async () => {
    const { identity, addDevice, sign } = await makeVault('replicas/revoke');
    const lost = await addDevice('lost');
    const stream = await watch(replica(2).url, lost);
    const body = { entries: [sign({ kind: 'revoke', device: lost.device.id })], keys: [] };
    const revoked = await callServer(replica(0).url, 'POST', '/v1/members', { token: identity.token, body });
    expect(revoked.status).toBe(200);
    await waitUntil(() => stream.ended(), { ...PATIENCE, what: 'the stream to end' });
    expect(stream.kinds().at(-1)).toBe('revoked');
    for (const { url } of replicas) {
      const refused = await callServer(url, 'GET', '/v1/pull', { token: lost.token });
      expect(refused).toMatchObject({ status: 403, json: { kind: 'device_revoked' } });
    }
  });

  test('[SY-A1] a pairing goes through whichever replica comes next, and its tries are counted by all together', async () => {
    const { world, identity, sign } = await makeVault('replicas/pairing');
    const { token } = identity;
    const pair = async (joiner: TestIdentity, wrongTries: number) => {
      const id = world.newPairingId();
      expect((await callServer(proxy.url, 'POST', '/v1/pairing', { token, body: { id } })).status).toBe(201);
      const claim = (mac: string) =>
        callServer(proxy.url, 'POST', `/v1/pairing/${id}/claim`, { body: { device: joiner.device, mac } });
      for (let tries = 0; tries < wrongTries; tries += 1) {
        expect(await claim(world.newMac())).toMatchObject({ status: 200, json: { state: 'waiting' } });
        const body = { kind: 'reject', device: joiner.device.id };
        await callServer(proxy.url, 'POST', `/v1/pairing/${id}/approve`, { token, body });
      }
      const mac = world.newMac();
      const first = await claim(mac);
      if (first.status !== 200) return first;
      const keys = [sealedTo(joiner.device.id, 1)];
      const entry = sign({ kind: 'add', device: joiner.device });
      const body = { kind: 'approve', device: joiner.device.id, keys, entry, mac: world.newMac() };
      const approved = await callServer(proxy.url, 'POST', `/v1/pairing/${id}/approve`, { token, body });
      expect(approved.status).toBe(200);
      return claim(mac);
    };
    const served = proxy.served();
    const joined = world.newIdentity('joined');
    expect(await pair(joined, 4)).toMatchObject({ status: 200, json: { state: 'approved' } });
    for (const { url } of replicas) expect(proxy.served()[url]).toBeGreaterThan((served[url] ?? 0) + 1);
    expect(await pair(world.newIdentity('guessing'), 5)).toMatchObject({ status: 403 });
    const pulled = await callServer(proxy.url, 'GET', '/v1/pull', { token: joined.token });
    expect(pulled.status).toBe(200);
  });

  test('a replica that is killed takes nobody with it', async () => {
    const { push, addDevice } = await makeVault('replicas/killed');
    const stream = await watch(replica(1).url, await addDevice('elsewhere'));
    await replica(2).kill('SIGKILL');
    for (let round = 0; round < 4; round += 1) await stream.hears(await push(proxy.url));
    await listening(2);
  });
});
