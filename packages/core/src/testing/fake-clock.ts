/**
 * Virtual time: nothing happens until somebody advances it, and then everything happens in order. Timers belong to the
 * world; `nowMs` is what this device believes, which may be wrong (`skewMs`) and may step.
 */
import type { Clock } from '../ports/clock.ts';
import type { Timers } from '../ports/timers.ts';

export interface FakeTime extends Timers {
  /** True time, milliseconds since 1970. */
  nowMs(): number;
  /** Another view of the same time, ahead by `skewMs` (negative: behind), which may change. */
  clock(skewMs?: number): SkewedClock;
  /** Runs what is due next and moves time there; false when nothing waits. Work that it started may still be under way. */
  runNext(): boolean;
  /** When the next timer is due; null when none waits. */
  nextAtMs(): number | null;
  /** Moves time on without running anything; timers that this passes are due at once. */
  skip(ms: number): void;
}

export interface SkewedClock extends Clock {
  skewMs: number;
}

interface Waiting {
  readonly at: number;
  /** When two are due together, the first that was set. */
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
