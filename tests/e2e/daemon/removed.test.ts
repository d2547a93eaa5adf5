// Another device forgets many memories: real daemons and a real server.

import {
  importResult,
  listResult,
  removedEnded,
  removedRestored,
  removedResult,
  statusResult,
} from '@cairn/schema';
import { expect, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  filesWith,
  join,
  refusal,
  sharedServer,
  syncAll,
} from './world.ts';

const server = sharedServer();

test('[RL-38, TR-3] what another device forgot many at once is listed, saved again everywhere, or ended in every file', async () => {
  const [a, b] = await Promise.all([device('laptop'), device('desktop')]);
  await createVault(a.client, server(), 'laptop');
  await join(a.client, b.client, server(), 'desktop');
  const records = Array.from({ length: 60 }, (_, n) => ({ content: `okapi ${String(n).padStart(2, '0')}` }));
  await askFor(a.client, importResult, 'POST', '/v1/import', { records });
  await syncAll(a.client, b.client);
  const names = records.map(({ content }) => content);
  expect(await contents(b.client)).toEqual(names);

  const listed = await askFor(b.client, listResult, 'GET', '/v1/memories?limit=1000');
  await ask(b.client, 'POST', '/v1/forget', { ids: listed.memories.map(({ id }) => id) });
  await syncAll(b.client, a.client);
  expect(await contents(b.client)).toEqual([]);
  expect(await contents(a.client)).toEqual([]);
  expect((await askFor(a.client, statusResult, 'GET', '/v1/status')).sync.removed).toBe(60);
  const { memories, total } = await askFor(a.client, removedResult, 'GET', '/v1/sync/removed');
  expect([total, memories.map(({ content }) => content).sort()]).toEqual([60, names]);
  expect(new Set(memories.map(({ device: by }) => by))).toEqual(new Set(['desktop']));
  // The device that forgot keeps nothing of them.
  expect((await askFor(b.client, removedResult, 'GET', '/v1/sync/removed')).total).toBe(0);

  const kept = memories.filter(({ content }) => content < 'okapi 10').map(({ id }) => id);
  const again = await askFor(a.client, removedRestored, 'POST', '/v1/sync/removed/restore', { ids: kept });
  expect([again.restored.length, again.skipped]).toEqual([10, []]);
  await syncAll(a.client, b.client);
  for (const { client } of [a, b]) expect(await contents(client)).toEqual(names.slice(0, 10));
  expect((await refusal(a.client, 'POST', '/v1/sync/removed/restore', { ids: kept })).kind).toBe('not_found');

  expect(filesWith(a.home.paths.home, ['okapi 42'])).not.toEqual([]);
  expect(await askFor(a.client, removedEnded, 'POST', '/v1/sync/removed/drop', {})).toEqual({ ended: 50 });
  for (const { home } of [a, b]) expect(filesWith(home.paths.home, ['okapi 42'])).toEqual([]);
  await syncAll(b.client, a.client);
  expect(await contents(a.client)).toEqual(names.slice(0, 10));
});
