/**
 * A turn that was said a moment ago is found. Its entries in the full-text index wait until there is a reason to make them, and
 * a search is one. [F-12]
 */
import { ok } from '@cairn/schema';
import type { ReadEngine, WriteEngine } from '../engine/engine.ts';

/** So long a search waits for a writer that has much to do; then it is answered without what was just said. */
const WRITER_BUSY_MS = 1_000;

interface Halves extends Pick<WriteEngine, 'appendMessages'>, Pick<ReadEngine, 'search' | 'searchSession'> {
  /** All that was said before is found afterwards. */
  findTurns(): Promise<void>;
}

export const findingTurns = ({
  appendMessages,
  search,
  searchSession,
  findTurns,
}: Halves): Pick<Halves, 'appendMessages' | 'search' | 'searchSession'> => {
  // Something may wait since an earlier life.
  let mayWait = true;
  let made: Promise<void> | null = null;
  const make = (): Promise<void> => {
    mayWait = false;
    // A file that cannot be written, or a full disk: what is there is found, and the next search tries again.
    const making: Promise<void> = findTurns()
      .catch(() => {
        mayWait = true;
      })
      .finally(() => {
        if (made === making) made = null;
      });
    return making;
  };
  const isInTime = async (): Promise<boolean> => {
    if (mayWait) made = make();
    return made === null || (await endsWithin(made, WRITER_BUSY_MS));
  };
  return {
    async appendMessages(input) {
      const appended = await appendMessages(input);
      if (appended.ok && appended.value.passages > 0) mayWait = true;
      return appended;
    },
    async search(input, meaning) {
      const asksForTurns = input.in === undefined || input.in.includes('sessions');
      const isWhole = !asksForTurns || (await isInTime());
      const found = await search(input, meaning);
      if (isWhole || !found.ok) return found;
      const { reason } = found.value;
      return ok({ ...found.value, reason: reason === undefined ? LATE : `${reason} ${LATE}` });
    },
    async searchSession(input) {
      await isInTime();
      return searchSession(input);
    },
  };
};

const LATE = 'The database is busy: what was said in the last moments is not among it. Search again.';

const endsWithin = (work: Promise<void>, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
