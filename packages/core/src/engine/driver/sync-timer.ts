/** The one timer of the sync loop. [SY-L4] */
import type { Clock } from '../../ports/clock.ts';
import type { Timers } from '../../ports/timers.ts';

export interface SyncTimer {
  /** `sooner` only ever brings a timer forward. */
  set(delayMs: number, run: () => void, sooner: boolean): void;
  cancel(): void;
  /** When it fires, by the clock; null when it is not set. */
  atMs(): number | null;
}

export const createSyncTimer = ({
  timers,
  clock,
}: {
  readonly timers: Timers;
  readonly clock: Clock;
}): SyncTimer => {
  let pending: { readonly cancel: () => void; readonly at: number } | null = null;
  const cancel = (): void => {
    pending?.cancel();
    pending = null;
  };
  return {
    cancel,
    atMs: () => pending?.at ?? null,
    set(delayMs: number, run: () => void, sooner: boolean): void {
      const at = clock.nowMs() + delayMs;
      if (sooner && pending !== null && pending.at <= at) return;
      cancel();
      pending = {
        at,
        cancel: timers.after(delayMs, () => {
          pending = null;
          run();
        }),
      };
    },
  };
};
