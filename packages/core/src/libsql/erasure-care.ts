/**
 * Removes erased text in the background: from the log, by folding it, and from unused bytes of the file. Works in small
 * steps, so saves run in between. A kill loses the step, and the next start begins again. [ST-4]
 */
import type { Clock } from '../ports/clock.ts';
import { readMeta } from './meta-table.ts';
import { cleanPages, FIRST_PLACE, FULL_TEXT, moveBorders, type Place } from './traces.ts';
import type { LibsqlWriteStore } from './write-store.ts';

/** Debounce after the last erasing. */
const SETTLE_MS = 500;
/** Wait after a failure, such as a full disk. Every retry reads the file from its beginning. */
const RETRY_MS = 60_000;
const PAUSE_MS = 10;
/** Rest before the file is read again, as a multiple of the time that the last reading took. */
const REST_FACTOR = 4;
/** Age of the last cleaning from which a start cleans again, even if nothing was erased since. */
const CLEAN_MS = 7 * 86_400_000;

export type ErasureCare = ReturnType<typeof createErasureCare>;

export const createErasureCare = (store: LibsqlWriteStore, { nowMs }: Clock) => {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  /** Whether the file may have traces. Null until the time of the last cleaning is read. */
  let isDue: boolean | null = false;
  let restUntil = 0;
  const clean = async (): Promise<void> => {
    const started = performance.now();
    isDue = false;
    let found = false;
    for (let from: number | null = 1; from !== null && !isStopped; ) {
      const at: number = from;
      const step = await store.exclusive((database) => cleanPages(database, at));
      found ||= step.found;
      from = step.next;
      await pause();
    }
    for (const index of FULL_TEXT)
      for (let after: Place | null = FIRST_PLACE; after !== null && !isStopped; ) {
        const at: Place = after;
        const step = await store.exclusive((database) => moveBorders(database, index, at));
        found ||= step.found;
        after = step.next;
        await pause();
      }
    if (found) store.noteErased();
    restUntil = performance.now() + REST_FACTOR * (performance.now() - started);
    if (!isStopped)
      await store.write(async (tx) => {
        // Nothing was erased meanwhile.
        if (isDue === false) await tx.apply({ meta: { cleanedAt: nowMs() } });
      });
  };
  const work = async (): Promise<void> => {
    let isFolded = !store.hasErased() || (await store.checkpoint());
    const isOld = isDue === null && (await isOldFile());
    // Something may have been erased meanwhile.
    isDue ??= isOld;
    const restMs = restUntil - performance.now();
    if (isDue && restMs <= 0) await clean();
    if (store.hasErased()) isFolded = await store.checkpoint();
    if (!isFolded) later();
    else if (isDue) later(Math.max(SETTLE_MS, restMs));
  };
  const isOldFile = async (): Promise<boolean> => {
    const cleanedAt = await store.exclusive((database) => readMeta(database, 'cleanedAt'));
    return cleanedAt === null || Math.abs(nowMs() - cleanedAt) > CLEAN_MS;
  };
  let isRunning = false;
  const run = (): void => {
    timer = null;
    if (isRunning) {
      later();
      return;
    }
    isRunning = true;
    work()
      // For example a full disk, or another program that writes.
      .catch(() => {
        isDue = true;
        later(RETRY_MS);
      })
      .finally(() => {
        isRunning = false;
      });
  };
  const later = (ms = SETTLE_MS): void => {
    if (timer !== null) clearTimeout(timer);
    timer = isStopped ? null : setTimeout(run, ms);
  };
  const soon = (): void => {
    isDue = true;
    later();
  };
  return {
    /** Schedules cleaning at the program's start, unless the last cleaning is recent and nothing was erased since. */
    start(): void {
      isDue = null;
      later();
    },
    /** Schedules cleaning after something was erased. */
    soon,
    stop(): void {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
