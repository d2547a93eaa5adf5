/**
 * Makes the entries of what was said in the full-text index: once nobody says anything, so that an entry is written once, with
 * the words of what follows it; before that only what is too much to wait. The rows say what waits, so a kill loses nothing. [F-12]
 */
import type { WhichWaiting } from '../ports/store.ts';
import type { Timers } from '../ports/timers.ts';

/** Shorter than an embedder waits: a vector is made again when what follows its turn comes to be known. */
const QUIET_MS = 1_000;
/** Passages that wait while things are said. A search makes the entries of all that wait before it is answered: 20 ms. */
const WAITING_MAX = 256;

type Leave = Readonly<Record<WhichWaiting, number>>;
/** How many are left to wait: those for which more is to come soon, and those that are found already, for they cost the most. */
const BUSY: Leave = { unfound: WAITING_MAX / 2, behind: WAITING_MAX };
const QUIET: Leave = { unfound: 0, behind: 0 };

export interface TurnIndexer {
  /** So many passages wait, besides those that did. */
  note(count: number): void;
  /** Something may wait since an earlier life. */
  wake(): void;
  stop(): void;
}

export interface TurnCareDeps {
  /** One step; whether more wait. */
  readonly settle: (which: WhichWaiting, leave: number) => Promise<{ readonly more: boolean }>;
  readonly timers: Timers;
}

export const createTurnIndexer = ({ settle, timers }: TurnCareDeps): TurnIndexer => {
  let cancel: (() => void) | null = null;
  let isRunning = false;
  let isStopped = false;
  /** Passages of which nothing was done yet; at least so many wait. */
  let noted = 0;

  const settleAll = async (which: WhichWaiting, leave: number): Promise<void> => {
    // Turns that come meanwhile have to be quiet again first.
    const before = noted;
    const goesOn = (): boolean => !isStopped && (leave > 0 || noted === before);
    while (goesOn() && (await settle(which, leave)).more);
  };
  const run = async (leave: Leave): Promise<void> => {
    if (isRunning) return soon();
    isRunning = true;
    noted = leave.unfound;
    try {
      await settleAll('unfound', leave.unfound);
      await settleAll('behind', leave.behind);
    } catch {
      // A full disk or a damaged index: what is said next, the next start or a repair tries again.
    } finally {
      isRunning = false;
    }
  };
  const soon = (): void => {
    cancel?.();
    cancel = isStopped ? null : timers.after(QUIET_MS, () => void run(QUIET));
  };
  return {
    note(count) {
      if (count === 0) return;
      noted += count;
      soon();
      if (noted > WAITING_MAX && !isRunning) void run(BUSY);
    },
    wake: soon,
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
};
