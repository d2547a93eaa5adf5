import { LIMITS } from '@cairn/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { search } from '../search/search.engine.ts';
import { bodyRegister, sampleHlc, sampleId, sampleRow } from '../testing/sample-memories.ts';
import { createSyncBench, pageOf, pulledItem, value } from '../testing/sync-bench.ts';
import { openTempStore, type TempStore } from '../testing/temp-store.ts';
import { createStoreMaintenance } from './store-maintenance.ts';

let store: TempStore;
beforeEach(async () => {
  store = await openTempStore();
});
afterEach(() => store.dispose());

const from = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at);
const rowsOf = (numbers: readonly number[]) => numbers.map((n) => sampleRow(sampleId(n), `fact number${n}`));
const add = (numbers: readonly number[], indexLater: boolean) =>
  store.store.write((tx) => tx.apply({ memories: rowsOf(numbers), indexLater }));
const indexMore = (atMost: number) => store.store.write((tx) => tx.indexMore(atMost));
/** Returns the results of a search and the notes beside them. */
const ask = async (query: string) => {
  const found = value(await search({ store: store.reader, clock: { nowMs: Date.now } }, { query }));
  return { contents: found.results.map(({ content }) => content), reason: found.reason };
};
const indexStatus = async () => {
  const checked = value(await createStoreMaintenance(store.store, store.path).check(false));
  return checked.find(({ id }) => id === 'index')?.status;
};

test('[F-6] many rows at once are found by their words at once', async () => {
  await add(from(1, 250), false);
  expect(await store.reader.unindexed()).toBe(0);
  expect(await ask('number123')).toEqual({ contents: ['fact number123'], reason: undefined });
  expect(await indexStatus()).toBe('pass');
});

test('[F-6] rows whose entries wait are found by substring, and a search says how many they are', async () => {
  await add(from(1, 150), false);
  await add(from(1_001, 150), true);
  expect(await ask('number7')).toMatchObject({
    reason: '150 new memories are still being indexed.',
  });
  expect(await ask('number1007')).toMatchObject({ contents: ['fact number1007'] });
  expect(await indexStatus()).toBe('pass');
  expect(await indexMore(100)).toEqual({ more: true });
  expect(await store.reader.unindexed()).toBe(50);
  expect(await indexMore(100)).toEqual({ more: false });
  expect(await ask('number1140')).toEqual({ contents: ['fact number1140'], reason: undefined });
  expect(await indexStatus()).toBe('pass');
});

test('[F-6] a save between rows that wait is found by its words at once', async () => {
  await add(from(1, 120), true);
  await add([500], false);
  await add(from(1_001, 120), true);
  expect(await store.reader.unindexed()).toBe(240);
  expect((await ask('number500')).contents).toEqual(['fact number500']);
  while ((await indexMore(70)).more);
  expect(await indexStatus()).toBe('pass');
});

test('[ST-4] rows that wait can be changed and forgotten, and their numbers be taken again', async () => {
  await add(from(1, 200), true);
  await store.store.write((tx) =>
    tx.apply({
      eraseMemories: from(101, 100).map(sampleId),
      memories: [sampleRow(sampleId(5), 'fact about otters')],
    }),
  );
  await add([900], false);
  await add(from(1_001, 150), true);
  while ((await indexMore(64)).more);
  expect((await ask('otters')).contents).toEqual(['fact about otters']);
  expect((await ask('number900')).contents).toEqual(['fact number900']);
  expect((await ask('number5')).contents).not.toContain('fact number5');
  expect(await indexStatus()).toBe('pass');
});

test('[F-6] rebuilding the index takes in what waits', async () => {
  await add(from(1, 150), true);
  await createStoreMaintenance(store.store, store.path).rebuildIndex();
  expect(await store.reader.unindexed()).toBe(0);
  expect(await ask('number77')).toEqual({ contents: ['fact number77'], reason: undefined });
  expect(await indexMore(10)).toEqual({ more: false });
});

test('[ST-2] a write that fails leaves no row and none that waits', async () => {
  const failing = store.store.write(async (tx) => {
    await tx.apply({ memories: rowsOf(from(1, 150)), indexLater: true });
    throw new Error('thought better of it');
  });
  await expect(failing).rejects.toThrow('thought better of it');
  expect(await store.reader.unindexed()).toBe(0);
  await add(from(1, 150), false);
  expect(await indexStatus()).toBe('pass');
});

test('[SY-P4] the newest of a bootstrap are indexed with their page, the older ones may wait', async () => {
  const bench = createSyncBench({ stores: { writer: store.store, reader: store.reader } });
  await bench.enter();
  const page = (first: number) =>
    pageOf(
      from(first, 120).map((n) => pulledItem(bodyRegister(sampleId(n), sampleHlc(n), `fact number${n}`), n)),
      { expected: 9_000, high: 0, head: 9_000, hasMore: true },
    );
  value(await bench.sync.applyPage(page(8_001)));
  expect(await store.reader.unindexed()).toBe(0);
  await store.store.write(async (tx) => {
    const pull = await tx.meta('pull');
    if (pull === null || pull.bootstrap === null) throw new Error('no bootstrap');
    await tx.apply({
      meta: { pull: { ...pull, bootstrap: { ...pull.bootstrap, done: LIMITS.bootstrapNewest } } },
    });
  });
  value(await bench.sync.applyPage(page(7_001)));
  expect(await store.reader.unindexed()).toBe(120);
});
