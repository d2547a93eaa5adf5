/** The one timer of the sync loop. [SY-L4] */
import type { Clock } from '../../ports/clock.ts';
import type { Timers } from '../../ports/timers.ts';
import type { SyncEngine } from './sync-task.ts';

interface Pending {
  readonly at: number;
  readonly delayMs: number;
  readonly cancel: () => void;
}

export const createSyncTimer = (deps: { readonly timers: Timers; readonly clock: Clock }) => {
  const { timers, clock } = deps;
  let pending: Pending | null = null;
  const cancel = (): void => {
    pending?.cancel();
    pending = null;
  };
  return {
    cancel,
    /** Returns the time at which it fires; null when it is not set. */
    atMs: (): number | null => pending?.at ?? null,
    /** Sets the timer. With `sooner`, it is only ever moved forward. */
    set(delayMs: number, run: () => void, sooner: boolean): void {
      const now = clock.nowMs();
      const at = now + delayMs;
      // A time that has passed shows that the clock was set forward, or that the machine slept while timers stood still.
      const isSoon = (one: Pending): boolean => one.delayMs <= delayMs || (one.at >= now && one.at <= at);
      if (sooner && pending !== null && isSoon(pending)) return;
      cancel();
      pending = {
        at,
        delayMs,
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
    engine: wrapCalls(engine, (call) => track(call())),
  };
};

/** Returns the object with each of its calls made by `wrap`. */
export const wrapCalls = <T extends object>(
  object: T,
  wrap: (call: () => Promise<unknown>) => Promise<unknown>,
): T =>
  new Proxy(object, {
    get: (inner, name) => {
      const call: (...args: readonly unknown[]) => Promise<unknown> = Reflect.get(Object(inner), name);
      return (...args: readonly unknown[]) => wrap(() => Reflect.apply(call, inner, args));
    },
  });
