/** Lets the caller that stops the driver wait until nothing of it is at work in the engine. */
import type { SyncEngine } from './sync-task.ts';

/** The engine, and a way to wait until nothing that was called is still at work in it. */
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
