import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareHlc,
  HLC_ZERO,
  type Hlc,
  hlcCounter,
  hlcMs,
  hlcNext,
  hlcNode,
  hlcOf,
  isHlc,
  maxHlc,
} from './hlc.ts';
import { LIMITS } from './limits.ts';

const node = 'f'.repeat(15).concat('0');
const ms = fc.integer({ min: 0, max: 2 ** 48 - 2 });
const counter = fc.integer({ min: 0, max: LIMITS.hlcCounterMax });
const stamp = fc.tuple(ms, counter).map(([at, count]) => hlcOf(at, count, node));

test('[SY-C1] a stamp is 16 bytes in hex and gives back what it was made of', () => {
  fc.assert(
    fc.property(ms, counter, (at, count) => {
      const hlc = hlcOf(at, count, node);
      expect(isHlc(hlc)).toBe(true);
      expect([hlcMs(hlc), hlcCounter(hlc), hlcNode(hlc)]).toEqual([at, count, node]);
    }),
    { seed: 1 },
  );
});

test('[SY-C1] stamps sort as their bytes do', () => {
  fc.assert(
    fc.property(stamp, stamp, (a, b) => {
      expect(Math.sign(compareHlc(a, b))).toBe(Buffer.compare(Buffer.from(a, 'hex'), Buffer.from(b, 'hex')));
      expect(compareHlc(maxHlc(a, b), a)).toBeGreaterThanOrEqual(0);
      expect(compareHlc(a, HLC_ZERO)).toBeGreaterThanOrEqual(0);
    }),
    { seed: 2 },
  );
});

test('[SY-C1] the next stamp is above the last and above the floor, whatever the clock does', () => {
  fc.assert(
    fc.property(stamp, stamp, fc.array(ms, { minLength: 1, maxLength: 20 }), (start, floor, clock) => {
      let last: Hlc = start;
      for (const nowMs of clock) {
        const next = hlcNext(last, nowMs, node, floor);
        expect(compareHlc(next, last)).toBe(1);
        expect(compareHlc(next, floor)).toBe(1);
        expect(hlcNode(next)).toBe(node);
        last = next;
      }
    }),
    { seed: 3 },
  );
});

test('[SY-C1] a clock that stands still counts, and an overflowing counter moves the milliseconds on', () => {
  const full = hlcOf(5, LIMITS.hlcCounterMax, node);
  expect(hlcNext(hlcOf(5, 0, node), 5, node)).toBe(hlcOf(5, 1, node));
  expect(hlcNext(full, 5, node)).toBe(hlcOf(6, 0, node));
  expect(hlcNext(full, 3, node)).toBe(hlcOf(6, 0, node));
  expect(hlcNext(full, 9, node)).toBe(hlcOf(9, 0, node));
});

test('what is not a stamp is refused', () => {
  for (const text of ['', 'f'.repeat(31), 'f'.repeat(33), 'F'.repeat(32), `${'f'.repeat(31)}g`])
    expect(isHlc(text)).toBe(false);
});
