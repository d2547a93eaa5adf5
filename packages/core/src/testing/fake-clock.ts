/**
 * Virtual time: nothing happens until a test advances it, and then everything happens in order. Timers follow the true time. A
 * device's `nowMs` may be wrong (`skewMs`) and may step.
 */
import type { Clock } from '../ports/clock.ts';
import type { Timers } from '../ports/timers.ts';

export interface FakeTime extends Timers {
  /** Returns the true Unix time in milliseconds. */
  nowMs(): number;
  /** Returns a clock that is ahead by `skewMs` (negative: behind). The skew may be changed. */
  clock(skewMs?: number): SkewedClock;
  /** Runs the next due timer and moves time there; false when no timer is set. Work that it started may still be running. */
  runNext(): boolean;
  /** Returns when the next timer is due; null without timers. */
  nextAtMs(): number | null;
  /** Moves time without running timers. Those that this passes are due at once. */
  skip(ms: number): void;
}

export interface SkewedClock extends Clock {
  skewMs: number;
}

interface Waiting {
  readonly at: number;
  /** The order of timers that are due at the same time: the first set runs first. */
  readonly order: number;
  readonly run: () => void;
}

export const createFakeTime = (startMs = 1_750_000_000_000): FakeTime => {
  let now = startMs;
  let order = 0;
  const waiting = new Set<Waiting>();
  const next = (): Waiting | null => {
    let first: Waiting | null = null;
    for (const one of waiting)
      if (first === null || one.at < first.at || (one.at === first.at && one.order < first.order))
        first = one;
    return first;
  };
  return {
    nowMs: () => now,
    clock(skewMs = 0) {
      const clock: SkewedClock = { skewMs, nowMs: () => now + clock.skewMs };
      return clock;
    },
    after(delayMs, run) {
      const one: Waiting = { at: now + Math.max(0, delayMs), order: order++, run };
      waiting.add(one);
      return () => {
        waiting.delete(one);
      };
    },
    nextAtMs: () => next()?.at ?? null,
    runNext() {
      const one = next();
      if (one === null) return false;
      waiting.delete(one);
      now = Math.max(now, one.at);
      one.run();
      return true;
    },
    skip(ms) {
      now += ms;
    },
  };
};
