/**
 * What was said a moment ago is found: its entries in the full-text index wait until there is a reason to make them, and a search
 * is one. [F-12]
 */
import type { ReadEngine, WriteEngine } from '../engine/api.ts';

/** So long a search waits for a writer that has much to do; then it is answered without what was just said. */
const WRITER_BUSY_MS = 1_000;

interface Halves extends Pick<WriteEngine, 'appendMessages'>, Pick<ReadEngine, 'search'> {
  /** All that was said before is found afterwards. */
  findTurns(): Promise<void>;
}

export const findingTurns = ({
  appendMessages,
  search,
  findTurns,
}: Halves): Pick<Halves, 'appendMessages' | 'search'> => {
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
  return {
    async appendMessages(input) {
      const appended = await appendMessages(input);
      if (appended.ok && appended.value.passages > 0) mayWait = true;
      return appended;
    },
    async search(input, meaning) {
      if (input.in === undefined || input.in.includes('sessions')) {
        if (mayWait) made = make();
        if (made !== null) await atMost(made, WRITER_BUSY_MS);
      }
      return search(input, meaning);
    },
  };
};

const atMost = (work: Promise<void>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
