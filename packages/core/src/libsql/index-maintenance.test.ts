import { expect, test, vi } from 'vitest';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { openTempStore } from '../testing/temp-store.ts';
import { createIndexMaintenance, mergeSome } from './index-maintenance.ts';
import { createStoreMaintenance } from './store-maintenance.ts';

/** FTS5 keeps a segment's number in the upper bits of its page ids. */
const SEGMENTS = 'SELECT count(DISTINCT id >> 37) FROM memory_fts_data WHERE id >> 37 > 0';

test('[F-6] at rest the segments of many saves become few, step by step, and the index stays sound', async () => {
  const { store, path, dispose } = await openTempStore();
  for (let n = 0; n < 28; n++)
    await store.write((tx) => tx.apply({ memories: [sampleRow(sampleId(n), `fact number${n}`)] }));
  const segments = () => store.exclusive(async (sql) => Number((await sql.all(SEGMENTS))[0]?.[0]));
  const before = await segments();
  while (await store.exclusive(mergeSome));
  expect(await segments()).toBeLessThan(before);
  expect(await store.exclusive(mergeSome)).toBe(false);
  const checked = await createStoreMaintenance(store, path).check(false);
  expect(checked.ok && checked.value.find(({ id }) => id === 'index')?.status).toBe('pass');
  await dispose();
});

test('[F-6] after a step that failed the next write begins another', async () => {
  const { store, dispose } = await openTempStore();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let steps = 0;
  const index = createIndexMaintenance({
    ...store,
    write: (work) => (steps++ === 0 ? Promise.reject(new Error('the disk is full')) : store.write(work)),
  });
  index.wake('now');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(steps).toBe(1);
  index.noteWrite();
  index.noteWrite();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(steps).toBe(2);
  index.stop();
  vi.useRealTimers();
  await dispose();
});
