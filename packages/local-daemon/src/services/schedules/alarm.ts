/**
 * A timer for a time on the clock, not for a span: timers stand still while a machine sleeps, and clocks are put forward and
 * back, so it looks at the clock now and then. [SC-4]
 */
import type { Clock, Timers } from '@cairn/core';

export interface Alarm {
  /** Takes the place of what was set. `lookMs`: how long at most until the next look at the clock. */
  set(atMs: number, lookMs: number, ring: () => void): void;
  clear(): void;
}

export const createAlarm = ({ clock, timers }: { readonly clock: Clock; readonly timers: Timers }): Alarm => {
  let cancel: () => void = () => undefined;
  const set: Alarm['set'] = (atMs, lookMs, ring) => {
    cancel();
    const waitMs = Math.min(Math.max(0, atMs - clock.nowMs()), lookMs);
    cancel = timers.after(waitMs, () => {
      if (clock.nowMs() >= atMs) ring();
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
