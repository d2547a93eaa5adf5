import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTempStore, type TempStore } from '../testing/temp-store.ts';
import { createErasureCare } from './erasure-care.ts';

let opened: TempStore;
beforeEach(async () => {
  opened = await openTempStore();
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await opened.dispose();
});

test('[ST-4] a file that cannot be cleaned is read again after a minute, not at once', async () => {
  let tries = 0;
  const full = () => {
    tries += 1;
    return Promise.reject(new Error('the disk is full'));
  };
  const care = createErasureCare({ ...opened.store, exclusive: full });
  care.soon();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tries).toBe(2);
  care.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(tries).toBe(2);
});
