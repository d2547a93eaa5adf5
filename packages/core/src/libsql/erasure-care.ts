/**
 * Makes up in the background for what an erasing leaves: the log that holds it until it is folded, and traces in the file itself.
 * In small steps, so that saves come in between; a kill loses the step, and the next start begins again. [ST-4]
 */
import type { Clock } from '../ports/clock.ts';
import { readMeta } from './meta-table.ts';
import { cleanPages, FIRST_PLACE, FULL_TEXT, moveBorders, type Place } from './traces.ts';
import type { LibsqlWriteStore } from './write-store.ts';

/** After something was erased and nothing more for this long. */
const SETTLE_MS = 500;
/** After a failure, such as a full disk: every try reads the file from its beginning. */
const RETRY_MS = 60_000;
/** Between two steps. */
const PAUSE_MS = 10;
/** So many times as long as the last reading of the whole file took, it rests before the next one. */
const REST_FACTOR = 4;
/** A file that was cleaned since its last erasing is read again after this long, not at each start. */
const CLEAN_MS = 7 * 86_400_000;

export interface ErasureCare {
  /** Something may have been erased before. */
  start(): void;
  /** Something was erased. */
  soon(): void;
  stop(): void;
}

export const createErasureCare = (store: LibsqlWriteStore, { nowMs }: Clock): ErasureCare => {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  /** Traces may be there; before the first look nobody knows. */
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
      // A full disk, or another program that writes.
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
    start() {
      isDue = null;
      later();
    },
    soon,
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
