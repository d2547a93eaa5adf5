import type { AppendMessagesInput } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';
import { findingTurns } from './found-turns.ts';

const said: AppendMessagesInput = {
  session: { name: 's' },
  messages: [{ role: 'user', content: 'a zebra' }],
};

/** Sets up real halves in memory. `work` is what the writer does before a search. */
const scene = (work: () => Promise<void>) => {
  const { write, read } = createEngineBench();
  let calls = 0;
  const engine = findingTurns({
    appendMessages: write.appendMessages,
    search: read.search,
    searchSession: read.searchSession,
    findTurns() {
      calls++;
      return work();
    },
  });
  return { ...engine, calls: () => calls };
};

test('[F-12] the first search of turns after something was said has its entries made, and no other', async () => {
  const { appendMessages, search, calls } = scene(async () => undefined);
  await mustBe(search({ query: 'zebra' }));
  expect(calls()).toBe(1);
  await mustBe(search({ query: 'zebra' }));
  expect(calls()).toBe(1);
  await mustBe(appendMessages(said));
  await mustBe(search({ query: 'zebra', in: ['memories', 'documents'] }));
  expect(calls()).toBe(1);
  expect((await mustBe(search({ query: 'zebra', in: ['sessions'] }))).passages).toHaveLength(1);
  expect(calls()).toBe(2);
  await mustBe(appendMessages({ ...said, messages: [] }));
  await mustBe(search({ query: 'zebra' }));
  expect(calls()).toBe(2);
});

test('[F-12] a writer that has much to do, or cannot write, keeps no search from its answer', async () => {
  let release = (): void => undefined;
  const busy = scene(
    () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  );
  await mustBe(busy.appendMessages(said));
  const startedAt = performance.now();
  const late = await mustBe(busy.search({ query: 'zebra' }));
  expect(late.reason).toMatch(/messages of the last moments are missing/);
  const elapsedMs = performance.now() - startedAt;
  expect(elapsedMs).toBeGreaterThan(900);
  // A caller that arrives meanwhile waits for the same work.
  let isAnswered = false;
  const second = busy.search({ query: 'zebra' }).then(() => {
    isAnswered = true;
  });
  await new Promise(setImmediate);
  expect([isAnswered, busy.calls()]).toEqual([false, 1]);
  release();
  await second;
  const broken = scene(() => Promise.reject(new Error('the disk is full')));
  await mustBe(broken.appendMessages(said));
  expect((await mustBe(broken.search({ query: 'zebra' }))).passages).toHaveLength(1);
});
