/** Lets whoever stops the driver wait until nothing of it is at work in the engine. */
import type { SyncEngine } from './sync-task.ts';

/** The engine, and a way to wait until nothing that was called is still at work in it. */
export const trackCalls = (engine: SyncEngine): { engine: SyncEngine; settled: () => Promise<void> } => {
  const active = new Set<Promise<unknown>>();
  const track = <T>(call: Promise<T>): Promise<T> => {
    const ended: Promise<unknown> = call.then(
      () => active.delete(ended),
      () => active.delete(ended),
    );
    active.add(ended);
    return call;
  };
  return {
    settled: async () => {
      await Promise.all(active);
    },
    engine: {
      applyPage: (page) => track(engine.applyPage(page)),
      beginReseal: (kg) => track(engine.beginReseal(kg)),
      fork: (device, push) => track(engine.fork(device, push)),
      freezeBatch: () => track(engine.freezeBatch()),
      heal: (why) => track(engine.heal(why)),
      noteMembersMended: (mended) => track(engine.noteMembersMended(mended)),
      noteServerTime: (sample) => track(engine.noteServerTime(sample)),
      setStopped: (stopped) => track(engine.setStopped(stopped)),
      settleBatch: (settled) => track(engine.settleBatch(settled)),
      sweep: () => track(engine.sweep()),
      syncFacts: () => track(engine.syncFacts()),
      thawBatch: (pushNo, how) => track(engine.thawBatch(pushNo, how)),
      useKeys: (keys) => track(engine.useKeys(keys)),
    },
  };
};
