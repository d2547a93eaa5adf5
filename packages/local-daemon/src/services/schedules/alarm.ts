/**
 * A timer that rings at a time on the clock instead of after a duration. Timers stop while a machine sleeps, and clocks
 * are set forward and back. So the alarm checks the clock from time to time. [SC-4]
 */
import type { Clock, Timers } from '@cairn/core';

export type Alarm = ReturnType<typeof createAlarm>;

/** The smallest step back of the clock that rings the alarm. */
const STEP_MS_MIN = 60_000;

export const createAlarm = ({ clock, timers }: { readonly clock: Clock; readonly timers: Timers }) => {
  let cancel: () => void = () => undefined;
  /**
   * Replaces the alarm that was set. `lookMs` is the longest time between two checks of the clock. Also rings when the
   * clock was set back, because a wrong clock may have produced the alarm's time.
   */
  const set = (atMs: number, lookMs: number, ring: () => void): void => {
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
    clear(): void {
      cancel();
      cancel = () => undefined;
    },
  };
};
