/** Lets whoever stops the driver wait until nothing of it is at work in the engine. */
import type { SyncEngine } from './sync-task.ts';

/** The engine, and a way to wait until nothing that was called is still at work in it. */
export const trackCalls = (engine: SyncEngine): { engine: SyncEngine; allAnswered: () => Promise<void> } => {
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
    allAnswered: async () => {
      await Promise.all(active);
    },
    engine: {
      applyPage: (page) => track(engine.applyPage(page)),
      beginReseal: (kg) => track(engine.beginReseal(kg)),
      digestRanges: (ranges, above) => track(engine.digestRanges(ranges, above)),
      fork: (device, push) => track(engine.fork(device, push)),
      freezeBatch: () => track(engine.freezeBatch()),
      heal: (why) => track(engine.heal(why)),
      heldPage: (query) => track(engine.heldPage(query)),
      namesToAsk: () => track(engine.namesToAsk()),
      noteMembersMended: (mended) => track(engine.noteMembersMended(mended)),
      noteServerTime: (sample) => track(engine.noteServerTime(sample)),
      noteVerified: (found) => track(engine.noteVerified(found)),
      requeue: (names) => track(engine.requeue(names)),
      setStopped: (stopped) => track(engine.setStopped(stopped)),
      settleBatch: (settled) => track(engine.settleBatch(settled)),
      syncFacts: () => track(engine.syncFacts()),
      takeRegisters: (items, asked) => track(engine.takeRegisters(items, asked)),
      thawBatch: (pushNo, how) => track(engine.thawBatch(pushNo, how)),
      useKeys: (keys) => track(engine.useKeys(keys)),
    },
  };
};
