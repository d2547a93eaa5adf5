/**
 * Virtual time: nothing happens until a test advances it, and then everything happens in order. Timers follow the true time. A
 * device's `nowMs` may be wrong (`skewMs`) and may step.
 */
import type { Clock } from '../ports/clock.ts';

export interface SkewedClock extends Clock {
  skewMs: number;
}

interface Waiting {
  readonly at: number;
  /** The order of timers that are due at the same time: the first set runs first. */
  readonly order: number;
  readonly run: () => void;
}

export const createFakeTime = (startMs = 1_750_000_000_000) => {
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
    /** Returns the true Unix time in milliseconds. */
    nowMs: () => now,
    /** Returns a clock that is ahead by `skewMs` (negative: behind). The skew may be changed. */
    clock(skewMs = 0): SkewedClock {
      const clock: SkewedClock = { skewMs, nowMs: () => now + clock.skewMs };
      return clock;
    },
    after(delayMs: number, run: () => void): () => void {
      const one: Waiting = { at: now + Math.max(0, delayMs), order: order++, run };
      waiting.add(one);
      return () => {
        waiting.delete(one);
      };
    },
    /** Returns when the next timer is due; null without timers. */
    nextAtMs: () => next()?.at ?? null,
    /** Runs the next due timer and moves time there; false when no timer is set. Work that it started may still be running. */
    runNext(): boolean {
      const one = next();
      if (one === null) return false;
      waiting.delete(one);
      now = Math.max(now, one.at);
      one.run();
      return true;
    },
    /** Moves time without running timers. Those that this passes are due at once. */
    skip(ms: number): void {
      now += ms;
    },
  };
};

export type FakeTime = ReturnType<typeof createFakeTime>;
