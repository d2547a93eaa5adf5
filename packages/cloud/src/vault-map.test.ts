import { LIMITS, PROTOCOL_HEADER, PROTOCOL_VERSION } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { SyncStore } from './ports/sync-store.ts';
import { createAppWorld, problemOf } from './testing/app-world.ts';
import { createVaultMap } from './vault-map.ts';

test('[OP-20] a recovery that is too large is refused like everywhere, as a problem with the time', async () => {
  const [home, other] = [createAppWorld('home'), createAppWorld('other')];
  const map = createVaultMap({
    home,
    others: [other],
    isRefused: home.isRefused,
    clock: { nowMs: home.world.nowMs },
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
    clock: { nowMs: home.world.nowMs },
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
