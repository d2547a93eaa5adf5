/** Throttles repeated work: the first call runs at once, later ones at most once per interval, and the last one always runs. */
import type { Browser } from '../adapters/browser.ts';

export const createCoalesced = (
  { after, nowMs }: Pick<Browser, 'after' | 'nowMs'>,
  pauseMs: number,
  work: () => void,
) => {
  let lastMs = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const run = (): void => {
    cancel = null;
    lastMs = nowMs();
    work();
  };
  return {
    ask: (): void => {
      if (cancel !== null) return;
      // A clock that was set back would give a longer wait.
      const waitMs = Math.min(pauseMs, lastMs + pauseMs - nowMs());
      if (waitMs <= 0) run();
      else cancel = after(waitMs, run);
    },
    /** Cancels a pending call. */
    end: (): void => {
      cancel?.();
      cancel = null;
    },
  };
};
