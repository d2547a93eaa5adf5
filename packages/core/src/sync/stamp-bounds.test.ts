import { HLC_ZERO, hlcOf, LIMITS } from '@cairn/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClockOffset } from './clock-offset.ts';
import { boundOffset, isBeyond, stampLimitMs, stampTimeMs } from './stamp-bounds.ts';

const DAY = 86_400_000;
const offset = (ms: number): ClockOffset => ({ ms, roundTripMs: 10 });

test("[TR-5] the first sample is believed, later ones move the server's time ahead by a day a day", () => {
  const first = boundOffset(null, offset(50 * DAY), 0);
  expect(first.ms).toBe(50 * DAY);
  expect(boundOffset(first, offset(90 * DAY), 1_000).ms).toBe(51 * DAY);
  expect(boundOffset(first, offset(-90 * DAY), 1_000).ms).toBe(-90 * DAY);
});

test('[TR-5] a lie repeated all day long moves it no further than a day a day', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 * 3_600_000 }), { maxLength: 200 }), (pauses) => {
      let now = 1_750_000_000_000;
      const began = now;
      let held = boundOffset(null, offset(0), now);
      for (const pause of pauses) {
        now += pause;
        held = boundOffset(held, offset(50 * 365 * DAY), now);
        expect(held.ms).toBeLessThanOrEqual(DAY + (now - began));
      }
      expect(boundOffset(held, offset(5), now).ms).toBe(5);
    }),
    { seed: 5 },
  );
});

test('[TR-5] a local clock that is set back does not widen the bound, and one that is right again is followed', () => {
  const held = boundOffset(null, offset(0), 100 * DAY);
  const back = boundOffset(held, offset(40 * DAY), 60 * DAY);
  expect(back.ms).toBe(DAY);
  expect(boundOffset(back, offset(0), 100 * DAY).ms).toBe(0);
});

test('[TR-5] a stamp within the tolerance is taken, one millisecond later it waits', () => {
  const limit = stampLimitMs(1_000_000);
  expect(isBeyond(hlcOf(limit, 65_535, 'f'.repeat(16)), limit)).toBe(false);
  expect(isBeyond(hlcOf(limit + 1, 0, '0'.repeat(16)), limit)).toBe(true);
  expect(limit - 1_000_000).toBe(LIMITS.stampAheadMsMax);
  expect(isBeyond(HLC_ZERO, limit)).toBe(false);
});

test('[RL-39] a stamp lies ahead of the own clock by a minute at most, or as far as stamps of members do, and never ahead of the server', () => {
  const now = 100 * DAY;
  const time = (offsetMs: number, last = HLC_ZERO): number =>
    stampTimeMs({ nowMs: now, offsetMs, last }) - now;
  expect([-DAY, -1, 0, 1, 60_000, 60_001, DAY].map((ms) => time(ms))).toEqual([
    ...[-DAY, -1, 0, 1],
    ...[60_000, 60_000, 60_000],
  ]);
  const seen = hlcOf(now + DAY, 3, '0'.repeat(16));
  expect([DAY / 2, DAY, 2 * DAY].map((ms) => time(ms, seen))).toEqual([DAY / 2, DAY, DAY]);
  expect(time(-2 * now)).toBe(-now);
});
