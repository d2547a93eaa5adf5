/** Work that is asked for again and again: at once, then not more often than so, and in any case after the last time. */
import type { Browser } from '../adapters/browser.ts';

export interface Coalesced {
  ask(): void;
  /** A call that is still to come does not. */
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
      const waitMs = lastMs + pauseMs - nowMs();
      if (waitMs <= 0) run();
      else cancel = after(waitMs, run);
    },
    end: () => cancel?.(),
  };
};
