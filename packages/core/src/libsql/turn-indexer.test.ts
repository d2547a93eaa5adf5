import { expect, test } from 'vitest';
import type { WhichWaiting } from '../ports/store.ts';
import { createFakeTime } from '../testing/fake-clock.ts';
import { createTurnIndexer } from './turn-indexer.ts';

/** Sets up waiting passages, ten of which are settled per step. The step can be made to wait or to fail. */
const scene = () => {
  const time = createFakeTime();
  const waits: Record<WhichWaiting, number> = { unfound: 0, behind: 0 };
  const between: (() => void)[] = [];
  let steps = 0;
  let isFull = false;
  const care = createTurnIndexer({
    timers: time,
    async settle(which, leave) {
      await Promise.resolve();
      if (isFull) throw new Error('the disk is full');
      steps++;
      between.shift()?.();
      waits[which] -= Math.max(0, Math.min(10, waits[which] - leave));
      return { more: waits[which] > leave };
    },
  });
  return {
    time,
    waits,
    between,
    care,
    steps: () => steps,
    fill: (full: boolean) => {
      isFull = full;
    },
    say(count: number) {
      waits.unfound += count;
      care.note(count);
    },
  };
};
const done = async (): Promise<void> => {
  for (let at = 0; at < 50; at++) await new Promise(setImmediate);
};

test('[F-12] entries are made once nobody has said anything for a second', async () => {
  const { say, time, waits, steps } = scene();
  const startMs = time.nowMs();
  say(3);
  time.skip(900);
  say(4);
  await done();
  expect([steps(), time.nextAtMs()]).toEqual([0, startMs + 1_900]);
  waits.behind = 25;
  expect(time.runNext()).toBe(true);
  await done();
  expect(waits).toEqual({ unfound: 0, behind: 0 });
  expect(time.runNext()).toBe(false);
});

test('[F-12] while things go on being said, only what is too much is done, and what is found already waits', async () => {
  const { say, waits, time } = scene();
  waits.behind = 100;
  for (let at = 0; at < 2_000; at++) {
    say(1);
    if (at % 5 === 0) await done();
    expect(waits.unfound).toBeLessThanOrEqual(300);
  }
  await done();
  expect(waits.unfound).toBeGreaterThanOrEqual(128);
  expect(waits.behind).toBe(100);
  waits.behind = 400;
  say(300);
  await done();
  expect(waits).toEqual({ unfound: 128, behind: 256 });
  expect(time.runNext()).toBe(true);
  await done();
  expect(waits).toEqual({ unfound: 0, behind: 0 });
});

test('[F-12] who speaks while entries are made is waited for again', async () => {
  const { say, between, waits, time } = scene();
  say(100);
  between.push(
    () => undefined,
    () => say(5),
  );
  time.runNext();
  await done();
  expect(waits.unfound).toBe(85);
  time.runNext();
  await done();
  expect(waits.unfound).toBe(0);
});

test('[F-12] a quiet second that ends while much is made comes again', async () => {
  const { say, between, waits, time } = scene();
  between.push(() => {
    time.runNext();
  });
  say(300);
  await done();
  expect(waits.unfound).toBe(128);
  expect(time.runNext()).toBe(true);
  await done();
  expect(waits.unfound).toBe(0);
});

test('[F-12] what failed is tried with what is said next; what waited before a start is made after it; nothing after the end', async () => {
  const { say, waits, time, fill, care } = scene();
  fill(true);
  say(10);
  time.runNext();
  await done();
  expect(waits.unfound).toBe(10);
  fill(false);
  care.wake();
  time.runNext();
  await done();
  expect(waits.unfound).toBe(0);
  say(10);
  care.stop();
  expect(time.runNext()).toBe(false);
  say(1_000);
  await done();
  expect(waits.unfound).toBe(1_010);
});
