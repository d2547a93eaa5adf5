import { waitUntil } from '@cairn/test-support';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { openTempStore, type TempStore } from '../testing/temp-store.ts';
import { createErasureCare, type ErasureCare } from './erasure-care.ts';
import { readMeta } from './meta-table.ts';
import type { LibsqlWriteStore } from './write-store.ts';

let opened: TempStore;
let cares: ErasureCare[];
let now: number;
beforeEach(async () => {
  opened = await openTempStore();
  cares = [];
  now = 1_700_000_000_000;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const care of cares) care.stop();
  await opened.dispose();
});
const careOf = (store: LibsqlWriteStore): ErasureCare => {
  const care = createErasureCare(store, { nowMs: () => now });
  cares.push(care);
  return care;
};

test('[ST-4] a file that cannot be cleaned is read again after a minute, not at once', async () => {
  vi.useFakeTimers();
  let tries = 0;
  const full = () => {
    tries += 1;
    return Promise.reject(new Error('the disk is full'));
  };
  const care = careOf({ ...opened.store, exclusive: full });
  care.soon();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tries).toBe(2);
  care.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(tries).toBe(2);
});

test('[ST-4] while things are erased all the time, a file that takes long to read is read a fifth of the time', async () => {
  vi.useFakeTimers();
  const steps: number[] = [];
  const slow = Object.assign({}, opened.store, {
    write: () => Promise.resolve(),
    exclusive: async () => {
      steps.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return { found: false, next: null };
    },
  });
  const care = careOf(slow);
  const from = performance.now();
  for (let second = 0; second < 300; second++) {
    care.soon();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const until = performance.now();
  // One step of pages, and one for each of the two indexes.
  expect(steps.length).toBeGreaterThanOrEqual(2 * 3);
  expect((steps.length * 1_000) / (until - from)).toBeLessThan(0.25);
  // The text that was erased last is cleaned, too.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(steps.at(-1)).toBeGreaterThan(until - 15_000);
});

test('[ST-4] a start reads a file that was cleaned since its last erasing only after a week', async () => {
  const { store } = opened;
  const cleanedAt = () => store.exclusive((database) => readMeta(database, 'cleanedAt'));
  const isCleanedAt = (at: number) =>
    waitUntil(async () => (await cleanedAt()) === at || null, {
      timeoutMs: 10_000,
      what: 'it to be cleaned',
    });
  const erase = async (): Promise<void> => {
    await store.write((tx) => tx.apply({ memories: [sampleRow(sampleId(1), 'gone soon')] }));
    await store.write((tx) => tx.apply({ eraseMemories: [sampleId(1)] }));
  };
  const start = (): void => careOf(store).start();
  // A new file counts as cleaned.
  expect(await cleanedAt()).not.toBeNull();
  await erase();
  start();
  await isCleanedAt(now);
  const first = now;
  now += 6 * 86_400_000;
  start();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await cleanedAt()).toBe(first);
  await erase();
  expect(await cleanedAt()).toBeNull();
  start();
  await isCleanedAt(now);
  now += 8 * 86_400_000;
  start();
  await isCleanedAt(now);
});
