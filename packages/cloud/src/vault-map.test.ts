import { err, LIMITS, PROTOCOL_HEADER, PROTOCOL_VERSION } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createPrometheus } from './adapters/prometheus.ts';
import type { SyncStore } from './ports/sync-store.ts';
import { createAppWorld, problemOf } from './testing/app-world.ts';
import { createVaultMap } from './vault-map.ts';

test('[OP-20] a recovery that is too large is refused like everywhere, as a problem with the time', async () => {
  const [home, other] = [createAppWorld('home'), createAppWorld('other')];
  const map = createVaultMap({
    home,
    others: [other],
    isRefused: home.isRefused,
    log: { request: () => undefined, failure: () => undefined },
  });
  const answer = await map.request('/v1/recover', {
    method: 'POST',
    headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), 'Content-Type': 'application/json' },
    body: ' '.repeat(LIMITS.keysBodyBytesMax + 1),
  });
  expect(await problemOf(answer)).toMatchObject({ status: 413, kind: 'too_large' });
});

test('[SY-A5, OP-20] an address that guesses too often is refused without a question to any database', async () => {
  const home = createAppWorld('guessed', { limits: { failuresPerAddressPerMinute: 3 } });
  let asked = 0;
  const store: SyncStore = {
    ...home.store,
    read: (work) => {
      asked += 1;
      return home.store.read(work);
    },
  };
  const map = createVaultMap({
    home: { app: home.app, store },
    others: [],
    isRefused: home.isRefused,
    log: { request: () => undefined, failure: () => undefined },
  });
  const guess = (token: string) =>
    map.request('/v1/status', {
      headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), Authorization: `Bearer ${token}` },
    });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await guess(`guess-${n}`)).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
  const before = asked;
  expect((await guess('another')).status).toBe(429);
  expect(asked).toBe(before);
});

test('[OP-20, OP-2] what the map itself refuses has an id, a line in the log and a count, like every answer', async () => {
  const requested: object[] = [];
  const prometheus = createPrometheus({ version: '1', connectionsMax: 1 });
  const counted = { ...prometheus, requested: (one: object) => void requested.push(one) };
  const home = createAppWorld('kept', { metrics: { counted, page: prometheus, token: 'x' } });
  const store: SyncStore = { ...home.store, read: async () => err({ kind: 'unavailable', reason: 'gone' }) };
  const log = { request: () => undefined, failure: () => undefined };
  const map = createVaultMap({ home: { app: home.app, store }, others: [], isRefused: home.isRefused, log });
  const headers = { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), Authorization: 'Bearer some' };
  const away = await map.request('/v1/status', { headers: { ...headers, 'X-Request-Id': 'mine' } });
  expect(await problemOf(away)).toMatchObject({ status: 503, kind: 'unavailable' });
  expect([away.headers.get('X-Request-Id'), away.headers.get('Retry-After')]).toEqual(['mine', '1']);
  const body = ' '.repeat(LIMITS.keysBodyBytesMax + 1);
  const large = await map.request('/v1/recover', { method: 'POST', headers, body });
  expect([large.status, large.headers.get('X-Request-Id')]).toEqual([413, expect.stringMatching(/./)]);
  expect(home.records).toMatchObject([
    { requestId: 'mine', route: '/v1/status', status: 503, problem: 'unavailable' },
    { route: '/v1/recover', status: 413, problem: 'too_large' },
  ]);
  expect(requested).toMatchObject([
    { route: 'GET /v1/status', status: 503 },
    { route: 'POST /v1/recover', status: 413 },
  ]);
});
