import { DAY_MS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { clockDifference } from './clock-difference.ts';

test.each([
  [0, null],
  [-120_000, null],
  [150_000, "This machine's clock is 3 minutes behind the server's. Sync allows for it."],
  [-3 * 3_600_000, "This machine's clock is 3 hours ahead of the server's. Sync allows for it."],
  [20_000 * DAY_MS, "This machine's clock is 20000 days behind the server's. Sync allows for it."],
])('[TR-5] a difference of %d ms is told in a unit that can be read', (ms, message) => {
  expect(clockDifference({ ms, mark: { ms } })?.message ?? null).toBe(message);
});

test('[TR-5] an estimate that may not grow further today is no promise that sync allows for it', () => {
  const told = clockDifference({ ms: DAY_MS + 20, mark: { ms: 20 } });
  expect(told?.message).toBe(
    "The server's clock is ahead of this machine's by 24 hours or more. Sync follows it by one day a day, so changes of other devices may wait here until then.",
  );
  expect(told?.fix).toContain("the server's has to be set");
});
