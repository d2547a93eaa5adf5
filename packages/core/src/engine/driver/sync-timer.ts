/** The one timer of the sync loop. [SY-L4] */
import type { Clock } from '../../ports/clock.ts';
import type { Timers } from '../../ports/timers.ts';
import type { SyncEngine } from './sync-task.ts';

export interface SyncTimer {
  /** Sets the timer. With `sooner`, it is only ever moved forward. */
  set(delayMs: number, run: () => void, sooner: boolean): void;
  cancel(): void;
  /** Returns the time at which it fires; null when it is not set. */
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

/** Returns the engine, and a way to wait until no call is running in it. Stopping the driver waits for that. */
export const trackCalls = (engine: SyncEngine): { engine: SyncEngine; allAnswered: () => Promise<void> } => {
  const active = new Set<Promise<unknown>>();
  const track = (call: Promise<unknown>): Promise<unknown> => {
    const ended: Promise<unknown> = call.then(
      () => active.delete(ended),
      () => active.delete(ended),
    );
    active.add(ended);
    return call;
  };
  return {
    allAnswered: async () => {
      await Promise.all(active);
    },
    engine: new Proxy(engine, {
      get: (inner, name) => {
        const call: (...args: readonly unknown[]) => Promise<unknown> = Reflect.get(inner, name);
        return (...args: readonly unknown[]) => track(Reflect.apply(call, inner, args));
      },
    }),
  };
};
