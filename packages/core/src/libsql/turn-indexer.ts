/**
 * Adds messages to the full-text index with a debounce, so each entry is written once, with the words that follow it.
 * While messages arrive, it adds only what exceeds the limit of waiting passages. The waiting passages are marked in
 * the database, so a kill loses nothing. [F-12]
 */
import type { WhichWaiting } from '../ports/store.ts';
import type { Timers } from '../ports/timers.ts';

/** Debounce. Shorter than the embedder's, because a vector is made again when the text after its turn becomes known. */
const QUIET_MS = 1_000;
/** Most passages that wait while messages arrive. A search adds all waiting entries before it is answered: 20 ms. */
const WAITING_MAX = 256;

type Leave = Readonly<Record<WhichWaiting, number>>;
/**
 * Number of passages that may keep waiting. `unfound`: they soon get the words that follow them. `behind`: they can be
 * found already, and cost the most.
 */
const BUSY: Leave = { unfound: WAITING_MAX / 2, behind: WAITING_MAX };
const QUIET: Leave = { unfound: 0, behind: 0 };

export interface TurnCareDeps {
  /** Runs one step. Returns whether more wait. */
  readonly settle: (which: WhichWaiting, leave: number) => Promise<{ readonly more: boolean }>;
  readonly timers: Timers;
}

export const createTurnIndexer = ({ settle, timers }: TurnCareDeps) => {
  let cancel: (() => void) | null = null;
  let isRunning = false;
  let isStopped = false;
  /** Lower bound of the passages that still wait. */
  let noted = 0;

  const settleAll = async (which: WhichWaiting, leave: number): Promise<void> => {
    // If turns arrive meanwhile, the debounce begins again.
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
      // A full disk or a damaged index. The next message, start or repair tries again.
    } finally {
      isRunning = false;
    }
  };
  const soon = (): void => {
    cancel?.();
    cancel = isStopped ? null : timers.after(QUIET_MS, () => void run(QUIET));
  };
  return {
    /** Notes that `count` more passages wait. */
    note(count: number): void {
      if (count === 0) return;
      noted += count;
      soon();
      if (noted > WAITING_MAX && !isRunning) void run(BUSY);
    },
    /** Call it after a restart, because passages may wait since an earlier run. */
    wake: soon,
    stop(): void {
      isStopped = true;
      cancel?.();
    },
  };
};
