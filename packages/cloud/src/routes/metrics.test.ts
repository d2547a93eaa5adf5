import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createPrometheus } from '../adapters/prometheus.ts';
import { measureServer, measureStore, measureStreams } from '../services/measured.ts';
import { createAppWorld, problemOf } from '../testing/app-world.ts';
import { createMemorySyncStore } from '../testing/memory-store.ts';
import { createWorld, itemOf, unwrap } from '../testing/sync-world.ts';

const TOKEN = 'the-token-of-the-monitor';

const measuredApp = (seed: string) => {
  const prometheus = createPrometheus({ version: '1.2.3', connectionsMax: 10 });
  const metrics = { counted: prometheus, page: prometheus, token: TOKEN };
  return { prometheus, ...createAppWorld(seed, { metrics }) };
};

/** The value of one series, or undefined. */
const seriesOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

describe('/metrics', () => {
  test('[OP-1] is not there without a token set, and is refused without the right one', async () => {
    const off = createAppWorld('metrics/off');
    expect((await off.request('GET', '/metrics', { token: TOKEN })).status).toBe(404);
    const { request } = measuredApp('metrics/guarded');
    for (const init of [{}, { token: 'another' }, { token: `${TOKEN}x` }]) {
      expect(await problemOf(await request('GET', '/metrics', init))).toMatchObject({
        status: 401,
        kind: 'unauthorized',
      });
    }
    const response = await request('GET', '/metrics', { token: TOKEN });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
  });

  test('[OP-1] wrong tokens for it are counted against their address, and then the right one waits too', async () => {
    const prometheus = createPrometheus({ version: '1', connectionsMax: 1 });
    const metrics = { counted: prometheus, page: prometheus, token: TOKEN };
    const { request } = createAppWorld('metrics/limited', {
      metrics,
      limits: { failuresPerAddressPerMinute: 2 },
    });
    const guess = async () => (await request('GET', '/metrics', { token: 'guess' })).status;
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
    expect((await request('GET', '/metrics', { token: TOKEN })).status).toBe(429);
  });

  test('[OP-2] has the process, the version, and every route by its pattern: no id, no path, no invented method', async () => {
    const { request, world } = measuredApp('metrics/routes');
    const { first, info } = await world.createVault();
    await request('GET', '/v1/status', { token: first.token });
    await request('GET', `/v1/pairing/${world.newPairingId()}`, { token: first.token });
    await request('GET', `/nowhere/${first.id}`);
    await request('BREW', '/v1/status');
    const text = await (await request('GET', '/metrics', { token: TOKEN })).text();
    expect(seriesOf(text, 'cairn_info{version="1.2.3"}')).toBe(1);
    expect(seriesOf(text, 'cairn_http_requests_total{route="GET /v1/status",status="200"}')).toBe(1);
    expect(seriesOf(text, 'cairn_http_requests_total{route="GET /v1/pairing/:id",status="404"}')).toBe(1);
    expect(seriesOf(text, 'cairn_http_request_seconds_count{route="GET /v1/status"}')).toBe(1);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    for (const secret of [first.id, info.vault, first.token, TOKEN, 'BREW', 'nowhere']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('what is counted', () => {
  const measured = () => {
    let now = 0;
    const prometheus = createPrometheus({ version: '1', connectionsMax: 10 });
    const store = measureStore(createMemorySyncStore(), prometheus, () => {
      now += 5;
      return now;
    });
    const world = createWorld(store, 'measured');
    const server = measureServer(world.server, prometheus);
    const value = async (series: string) => seriesOf(await prometheus.text(), series);
    return { prometheus, world, server, value };
  };

  test('docs/operations.md names every metric of ours, and no other', async () => {
    const { request } = measuredApp('metrics/docs');
    const text = await (await request('GET', '/metrics', { token: TOKEN })).text();
    const ours = [...text.matchAll(/^# TYPE (cairn_\w+) /gm)].map(([, name]) => name ?? '');
    const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const told = new Set([...page.matchAll(/cairn_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, '')));
    expect(ours.length).toBeGreaterThan(10);
    expect([...told].sort()).toEqual([...ours].sort());
  });

  test('pushes by how they ended, their items by verdict, and the waits for locks and connections', async () => {
    const { world, server, value } = measured();
    const { first } = await world.createVault();
    const items = [1, 2, 3].map(() => world.newItem(first.id));
    const late = itemOf({ entity: world.newMemory(), hlc: world.stamp(first.id, world.nowMs() + 600_000) });
    const before = (await value('cairn_vault_lock_wait_seconds_count')) ?? 0;
    const bytes = first.bodyOf([...items, late]);
    unwrap(await server.push(first.session, bytes));
    // A push that is repeated is looked up under the lock.
    unwrap(await server.push(first.session, bytes));
    expect((await server.push(first.session, Buffer.from('{'))).ok).toBe(false);
    expect(await value('cairn_pushes_total{outcome="ok"}')).toBe(2);
    expect(await value('cairn_pushes_total{outcome="malformed"}')).toBe(1);
    expect(await value('cairn_push_items_total{verdict="ok"}')).toBe(6);
    expect(await value('cairn_push_items_total{verdict="clock_ahead"}')).toBe(2);
    expect(await value('cairn_vault_lock_wait_seconds_count')).toBe(before + 1);
    expect(await value('cairn_database_connection_wait_seconds_count')).toBeGreaterThan(0);
    expect(await value('cairn_database_transactions_open')).toBe(0);
  });

  test('pulls, their items, and how far behind a device still is', async () => {
    const { world, server, value } = measured();
    const { first } = await world.createVault();
    const items = [1, 2, 3].map(() => world.newItem(first.id));
    unwrap(await server.push(first.session, first.bodyOf(items)));
    let cursor: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      cursor = unwrap(await server.pull(first.session, { cursor, limit: 2, empty: true })).cursor;
    }
    expect(await value('cairn_pull_items_total')).toBe(3);
    expect(await value('cairn_pulls_total{outcome="ok"}')).toBe(3);
    // The bootstrap is no lag; the last page is up to date.
    expect(await value('cairn_pull_lag_sequences_bucket{le="0"}')).toBe(
      await value('cairn_pull_lag_sequences_count'),
    );
  });

  test('a database that is away, and a bug', async () => {
    const prometheus = createPrometheus({ version: '1', connectionsMax: 10 });
    const away = { ok: false, error: { kind: 'unavailable', reason: 'x' } } as const;
    const inner = {
      ...createMemorySyncStore(),
      transaction: async () => away,
      single: async () => away,
      read: async () => away,
    };
    const store = measureStore(inner, prometheus, () => 0);
    await store.transaction(async () => null);
    await store.read(async () => null);
    const broken = measureStore(
      {
        ...inner,
        read: async () => {
          throw new Error('bug');
        },
      },
      prometheus,
      () => 0,
    );
    await expect(broken.read(async () => null)).rejects.toThrow('bug');
    const text = await prometheus.text();
    const count = (kind: string, outcome: string) =>
      seriesOf(text, `cairn_database_seconds_count{kind="${kind}",outcome="${outcome}"}`);
    expect([count('transaction', 'unavailable'), count('read', 'unavailable'), count('read', 'bug')]).toEqual(
      [1, 1, 1],
    );
    expect(seriesOf(text, 'cairn_database_transactions_open')).toBe(0);
  });

  test('streams while they are open, however they end, and hints by kind', async () => {
    const prometheus = createPrometheus({ version: '1', connectionsMax: 10 });
    const { live, world } = createAppWorld('metrics/streams');
    const streams = measureStreams(live, prometheus);
    const { first } = await world.createVault();
    const sink = { send: () => {}, close: () => {} };
    const open = async () => seriesOf(await prometheus.text(), 'cairn_streams_open');
    const end = streams.open(first.session, sink);
    streams.open(first.session, sink);
    expect(await open()).toBe(2);
    expect(seriesOf(await prometheus.text(), 'cairn_hints_total{kind="ping"}')).toBe(2);
    end();
    end();
    expect(await open()).toBe(1);
    streams.close();
    streams.open(first.session, sink);
    expect(await open()).toBe(0);
  });
});
