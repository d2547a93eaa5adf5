// A forgotten memory is deleted at once from the other devices and the server. For 30 days it is only in this device's trash.

import { forgetResult, removedEnded, removedRestored, removedResult, statusResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  filesWith,
  find,
  join,
  refusal,
  save,
  startServer,
  syncAll,
} from './world.ts';

const WORD = 'quokkafern';

test('[M-16] a device that forgets keeps its trash, the others and the server keep nothing; it comes back everywhere', async () => {
  const server = await startServer();
  const [laptop, desktop] = [await device('laptop'), await device('desktop')];
  await createVault(laptop.client, server, 'laptop');
  await join(laptop.client, desktop.client, server, 'desktop');
  const id = await save(laptop.client, `The ${WORD} gate opens at nine`, { tags: ['gate'] });
  const other = await save(laptop.client, `The ${WORD} gate is green`);
  await syncAll(laptop.client, desktop.client);
  expect(filesWith(desktop.home.paths.home, [WORD])).not.toEqual([]);

  const ids = [id, other];
  expect(await askFor(laptop.client, forgetResult, 'POST', '/v1/forget', { ids, trash: true })).toEqual({
    forgotten: ids,
    notFound: [],
  });
  await syncAll(laptop.client, desktop.client);
  await waitUntil(() => filesWith(desktop.home.paths.home, [WORD]).length === 0, {
    timeoutMs: 30_000,
    what: 'the other device to have nothing of it',
  });
  // A device that joins later gets nothing of it from the server.
  const tablet = await device('tablet');
  await join(laptop.client, tablet.client, server, 'tablet');
  await syncAll(tablet.client);
  expect(filesWith(tablet.home.paths.home, [WORD])).toEqual([]);
  for (const { client } of [laptop, desktop]) {
    expect(await contents(client)).toEqual([]);
    expect(await find(client, WORD)).toEqual([]);
  }
  const trash = await askFor(laptop.client, removedResult, 'GET', '/v1/trash');
  expect(trash.memories.map(({ content }) => content).sort()).toEqual([
    `The ${WORD} gate is green`,
    `The ${WORD} gate opens at nine`,
  ]);
  expect((await askFor(desktop.client, removedResult, 'GET', '/v1/trash')).total).toBe(0);
  // The trash does not hold what other devices forgot.
  expect((await askFor(laptop.client, removedResult, 'GET', '/v1/sync/removed')).total).toBe(0);
  expect((await askFor(laptop.client, statusResult, 'GET', '/v1/status')).sync.removed).toBe(0);
  expect((await refusal(laptop.client, 'POST', '/v1/trash/restore', { ids: ['m_nope'] })).kind).toBe(
    'not_found',
  );

  const { restored } = await askFor(laptop.client, removedRestored, 'POST', '/v1/trash/restore', {
    ids: [id],
  });
  expect(restored).toMatchObject([{ from: id }]);
  await syncAll(laptop.client, desktop.client);
  for (const { client } of [laptop, desktop])
    expect(await contents(client)).toEqual([`The ${WORD} gate opens at nine`]);

  expect(await askFor(laptop.client, removedEnded, 'POST', '/v1/trash/empty', {})).toEqual({ ended: 1 });
  expect(filesWith(laptop.home.paths.home, [`${WORD} gate is green`])).toEqual([]);
  // With one more word the memory is deleted forever, also here.
  await ask(laptop.client, 'POST', '/v1/forget', { ids: restored.map(({ id: made }) => made) });
  expect((await askFor(laptop.client, removedResult, 'GET', '/v1/trash')).total).toBe(0);
  expect(filesWith(laptop.home.paths.home, [WORD])).toEqual([]);
});
