import { COMPARING_LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { isCompareDue } from '../engine/driver/compare-task.ts';

const DAY = COMPARING_LIMITS.compareEveryMs;
const facts = { nowMs: 10 * DAY, verifiedAt: 10 * DAY - 5, healedAt: null, isDoubted: false };

test('[TR-15] a device compares itself once a day, after a healing, and when it doubts its server', () => {
  expect(isCompareDue(facts)).toBe(false);
  expect(isCompareDue({ ...facts, verifiedAt: null })).toBe(true);
  expect(isCompareDue({ ...facts, verifiedAt: 9 * DAY + 1 })).toBe(false);
  expect(isCompareDue({ ...facts, verifiedAt: 9 * DAY })).toBe(true);
  expect(isCompareDue({ ...facts, healedAt: facts.verifiedAt - 1 })).toBe(false);
  expect(isCompareDue({ ...facts, healedAt: facts.verifiedAt + 1 })).toBe(true);
  expect(isCompareDue({ ...facts, isDoubted: true })).toBe(true);
  // The clock was set back by two days.
  expect(isCompareDue({ ...facts, nowMs: 8 * DAY - 6 })).toBe(true);
});
