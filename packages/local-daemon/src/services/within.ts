/** Waits for work, but not forever. */
import type { Timers } from '@cairn/core';

/** Returns the result of the work, or `late` after `ms`. The work must not fail. */
export const within = <T>(timers: Timers, work: Promise<T>, ms: number, late: T): Promise<T> =>
  new Promise((resolve) => {
    const cancel = timers.after(ms, () => resolve(late));
    void work.then(resolve).finally(cancel);
  });
