import { COMPARING_LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { countEndings } from './mass-removal.ts';

const count = (
  ending: number,
  living: number,
  before: Parameters<typeof countEndings>[0] = null,
  nowMs = 9,
) => countEndings(before, { nowMs, ending, living });

test('[TR-3] more than 20 and more than a twentieth of what lives is much, counted over a day', () => {
  expect(count(20, 100).isMass).toBe(false);
  expect(count(21, 100).isMass).toBe(true);
  expect(count(50, 1_000).isMass).toBe(false);
  expect(count(51, 1_000).isMass).toBe(true);
  const some = count(15, 100);
  expect(some.endings).toEqual({ since: 9, count: 15 });
  expect(count(6, 85, some.endings, 10)).toEqual({ endings: { since: 9, count: 21 }, isMass: true });
});

test('[TR-3] a day later, or with a clock that was set back by one, counting begins again', () => {
  const some = count(15, 100).endings;
  expect(count(15, 100, some, 9 + COMPARING_LIMITS.removedWindowMs - 1).isMass).toBe(true);
  expect(count(15, 100, some, 9 + COMPARING_LIMITS.removedWindowMs).endings.count).toBe(15);
  expect(count(15, 100, { since: 9 + COMPARING_LIMITS.removedWindowMs, count: 15 }).endings.count).toBe(15);
});
