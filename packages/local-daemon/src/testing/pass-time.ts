/** Lets fake time pass in a test, with the work that becomes due. */
import type { FakeTime } from '@cairn/core/testing';

/** Waits for everything that needs only promises. */
export const promisesDone = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn++) await new Promise(setImmediate);
};

/** Returns a function that lets milliseconds pass. It runs the timers that become due, and waits for the work of each. */
export const createPass =
  (time: FakeTime, workDone: () => Promise<unknown> = promisesDone) =>
  async (ms: number): Promise<void> => {
    const until = time.nowMs() + ms;
    await workDone();
    for (let next = time.nextAtMs(); next !== null && next <= until; next = time.nextAtMs()) {
      time.runNext();
      await workDone();
    }
    time.skip(until - time.nowMs());
  };
