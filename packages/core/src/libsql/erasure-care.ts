/**
 * Makes up in the background for what an erasing leaves: the log that holds it until it is folded, and traces in the file itself.
 * In small steps, so that saves come in between; a kill loses the step, and the next start begins again. [ST-4]
 */
import { cleanPages, FIRST_PLACE, FULL_TEXT, moveBorders, type Place } from './traces.ts';
import type { LibsqlWriteStore } from './write-store.ts';

/** After something was erased and nothing more for this long. */
const SETTLE_MS = 500;
/** After a failure, such as a full disk: every try reads the file from its beginning. */
const RETRY_MS = 60_000;
/** Between two steps. */
const PAUSE_MS = 10;

export interface ErasureCare {
  /** Something was erased, or may have been before the start. */
  soon(): void;
  stop(): void;
}

export const createErasureCare = (store: LibsqlWriteStore): ErasureCare => {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  /** Traces may be there. */
  let isDue = false;
  const clean = async (): Promise<void> => {
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
  };
  const work = async (): Promise<void> => {
    let isFolded = !store.hasErased() || (await store.checkpoint());
    if (isDue) await clean();
    if (store.hasErased()) isFolded = await store.checkpoint();
    if (!isFolded) later();
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
    soon,
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
