/** Throttles repeated work: the first call runs at once, later ones at most once per interval, and the last one always runs. */
import type { Browser } from '../adapters/browser.ts';

export interface Coalesced {
  ask(): void;
  /** Cancels a pending call. */
  end(): void;
}

export const createCoalesced = (
  { after, nowMs }: Pick<Browser, 'after' | 'nowMs'>,
  pauseMs: number,
  work: () => void,
): Coalesced => {
  let lastMs = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const run = (): void => {
    cancel = null;
    lastMs = nowMs();
    work();
  };
  return {
    ask: () => {
      if (cancel !== null) return;
      // A clock that was set back would give a longer wait.
      const waitMs = Math.min(pauseMs, lastMs + pauseMs - nowMs());
      if (waitMs <= 0) run();
      else cancel = after(waitMs, run);
    },
    end: () => {
      cancel?.();
      cancel = null;
    },
  };
};
