/** Stores each event of a hook once. [HK-5] */
import type { CairnError } from '@cairn/schema';
import { setNewest } from './newest.ts';

/**
 * Runs `work` once for each of the newest `max` ids. An event may come by its hook and in a file, in either order or at the same time. The second arrival waits for
 * the first. Its `work` runs only if the first one failed.
 */
export const createOnce = (max: number) => {
  const kept = new Map<string, true>();
  const underway = new Map<string, Promise<unknown>>();
  return async (id: string, work: () => Keeping): Keeping => {
    for (let other = underway.get(id); other !== undefined; other = underway.get(id))
      await other.catch(() => undefined);
    if (kept.has(id)) return null;
    const run = work();
    underway.set(id, run);
    try {
      const problem = await run;
      if (problem === null) setNewest(kept, id, true, max);
      return problem;
    } finally {
      underway.delete(id);
    }
  };
};

/** Null, or why the event was not stored. */
export type Keeping = Promise<CairnError | null>;
