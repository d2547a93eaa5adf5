import { LIMITS, PROTOCOL_HEADER, PROTOCOL_VERSION } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createAppWorld, problemOf } from './testing/app-world.ts';
import { createVaultMap } from './vault-map.ts';

test('[OP-20] a recovery that is too large is refused like everywhere, as a problem with the time', async () => {
  const [home, other] = [createAppWorld('home'), createAppWorld('other')];
  const map = createVaultMap({
    home,
    others: [other],
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
