import { ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { LiveEvent } from '../adapters/live.ts';
import { createReviewCount, REVIEW_AFTER_MS } from './review-count.ts';

const setUp = () => {
  let answer = { held: [{ id: 'a', trust: 'held' }], pending: 0 };
  let asked = 0;
  let isOpen = false;
  const due: (() => void)[] = [];
  const listeners: ((event: LiveEvent) => void)[] = [];
  const count = createReviewCount({
    api: {
      ask: async () => {
        asked++;
        return ok(
          Object.assign(Object.create(null), { forks: [], contradictions: [], stale: [], ...answer }),
        );
      },
    },
    browser: {
      after: (ms, work) => {
        expect(ms).toBe(REVIEW_AFTER_MS);
        due.push(work);
        return () => undefined;
      },
    },
    live: {
      on: (listener) => {
        listeners.push(listener);
        return () => undefined;
      },
    },
    isOpen: () => isOpen,
  });
  const tell = (event: LiveEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const pass = async (): Promise<void> => {
    for (const work of due.splice(0)) work();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const say = (held: number, pending = 0): void => {
    answer = { held: Array.from({ length: held }, (_, n) => ({ id: `m${n}`, trust: 'held' })), pending };
  };
  const open = (is: boolean): void => {
    isOpen = is;
  };
  return { count, tell, pass, say, open, due, asked: () => asked };
};

test('[PG-14] the number of things to decide follows what changes, and each burst is counted once', async () => {
  const { count, tell, pass, say, asked } = setUp();
  await pass();
  expect(count.value).toBe('1');
  say(3);
  for (const id of ['a', 'b', 'c']) tell({ kind: 'changed', ids: [id] });
  await pass();
  expect([count.value, asked()]).toEqual(['3', 2]);
  say(0);
  tell({ kind: 'resumed' });
  await pass();
  expect([count.value, asked()]).toEqual(['', 3]);
});

test('[PG-14] it is counted again while memories are compared, and not by the open review', async () => {
  const { count, tell, pass, say, open, due, asked } = setUp();
  say(1, 40);
  await pass();
  say(2, 40);
  await pass();
  expect([count.value, due.length]).toEqual(['2', 0]);
  open(true);
  tell({ kind: 'changed', ids: [] });
  await pass();
  expect(asked()).toBe(2);
});
