import { expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import { createAppWorld } from '../testing/app-world.ts';
import { createMemorySyncStore } from '../testing/memory-store.ts';

test('[OP-23] a pull is answered while the database takes no writes', async () => {
  const inner = createMemorySyncStore();
  let isFull = false;
  const full = { ok: false, error: { kind: 'unavailable', reason: 'the disk is full' } } as const;
  const single: SyncStore['single'] = async (work) => (isFull ? full : inner.single(work));
  const { world, request } = createAppWorld('full', { store: { ...inner, single } });
  const { first } = await world.createVault();
  isFull = true;
  const answer = await request('GET', '/v1/pull?limit=10', { token: first.token });
  expect(answer.status).toBe(200);
});
