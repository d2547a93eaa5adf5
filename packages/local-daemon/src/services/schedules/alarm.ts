/**
 * A timer for a time on the clock, not for a span: timers stand still while a machine sleeps, and clocks are put forward and
 * back, so it looks at the clock now and then. [SC-4]
 */
import type { Clock, Timers } from '@cairn/core';

export interface Alarm {
  /**
   * Takes the place of what was set. `lookMs`: how long at most until the next look at the clock. Rings too when that was put
   * back, because then the time may be one that a wrong clock had named.
   */
  set(atMs: number, lookMs: number, ring: () => void): void;
  clear(): void;
}

/** A clock that is set right a little is no reason to wake anybody. */
const STEP_MS_MIN = 60_000;

export const createAlarm = ({ clock, timers }: { readonly clock: Clock; readonly timers: Timers }): Alarm => {
  let cancel: () => void = () => undefined;
  const set: Alarm['set'] = (atMs, lookMs, ring) => {
    cancel();
    const setAtMs = clock.nowMs();
    const waitMs = Math.min(Math.max(0, atMs - setAtMs), lookMs);
    cancel = timers.after(waitMs, () => {
      const nowMs = clock.nowMs();
      if (nowMs >= atMs || nowMs < setAtMs - STEP_MS_MIN) ring();
      else set(atMs, lookMs, ring);
    });
  };
  return {
    set,
    clear() {
      cancel();
      cancel = () => undefined;
    },
  };
};
