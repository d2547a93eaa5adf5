import { expect, test } from 'vitest';
import { createFakeTime } from '../../testing/fake-clock.ts';
import { createSyncTimer } from './sync-timer.ts';

const setUp = () => {
  const time = createFakeTime();
  const clock = time.clock();
  const timer = createSyncTimer({ timers: time, clock });
  const dueIn = () => (time.nextAtMs() ?? 0) - time.nowMs();
  const run = () => {};
  return { time, clock, timer, dueIn, run };
};

test('what is wanted sooner moves the timer forward and never back', () => {
  const { time, timer, dueIn, run } = setUp();
  timer.set(60_000, run, false);
  timer.set(500, run, true);
  expect(dueIn()).toBe(500);
  time.skip(400);
  timer.set(500, run, true);
  expect(dueIn()).toBe(100);
});

test.each([
  ['forward, as after a sleep in which timers stand still', 8 * 3_600_000],
  ['back', -3_600_000],
])('what is wanted sooner is sooner also when the clock went %s', (_, stepMs) => {
  const { clock, timer, dueIn, run } = setUp();
  timer.set(60_000, run, false);
  clock.skewMs += stepMs;
  timer.set(500, run, true);
  expect(dueIn()).toBe(500);
});
