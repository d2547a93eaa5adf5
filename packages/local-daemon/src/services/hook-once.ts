/** Remembers recent hook events, so that each is stored once. [HK-5] */
import type { CairnError } from '@cairn/schema';

/** Keeps the newest `max`. */
export const createRecent = (max: number) => {
  const kept = new Set<string>();
  return {
    has: (id: string): boolean => kept.has(id),
    delete: (id: string): boolean => kept.delete(id),
    add(id: string): void {
      kept.delete(id);
      kept.add(id);
      for (const oldest of kept) {
        if (kept.size <= max) break;
        kept.delete(oldest);
      }
    },
  };
};

/**
 * Stores an event once, although it may come by its hook and by a spool file, in either order or at the same time. If one of them fails,
 * the other one stores it.
 */
export const createOnce = (max: number) => {
  const kept = createRecent(max);
  const underway = new Map<string, Promise<unknown>>();
  return async (id: string, work: () => Keeping): Keeping => {
    for (let other = underway.get(id); other !== undefined; other = underway.get(id))
      await other.catch(() => undefined);
    if (kept.has(id)) return null;
    const run = work();
    underway.set(id, run);
    try {
      const problem = await run;
      if (problem === null) kept.add(id);
      return problem;
    } finally {
      underway.delete(id);
    }
  };
};

/** Resolves to null, or to why it was not stored. */
export type Keeping = Promise<CairnError | null>;
