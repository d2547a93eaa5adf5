/**
 * Limits the rate of hints, because each hint causes requests, and a server may send hints without a pause. A burst passes at once, then
 * a few hints a second. Only the newest waiting hint of each kind is kept, because it covers the earlier ones. [TR-5]
 */
import type { Timers } from '@cairn/core';
import { type Hint, LIMITS } from '@cairn/schema';

export interface HintPaceDeps {
  readonly timers: Timers;
  readonly steadyMs: () => number;
  readonly onHint: (hint: Hint) => void;
}

export const createHintPace = ({ timers, steadyMs, onHint }: HintPaceDeps) => {
  const waiting = new Map<Hint['kind'], Hint>();
  let cancelTimer: (() => void) | null = null;
  let left: number = LIMITS.hintsAtOnceMax;
  let countedAt = steadyMs();

  const count = (): void => {
    const now = steadyMs();
    left = Math.min(LIMITS.hintsAtOnceMax, left + (now - countedAt) / LIMITS.hintPauseMs);
    countedAt = now;
  };
  const passWaiting = (): void => {
    cancelTimer = null;
    count();
    for (const [kind, hint] of waiting) {
      if (left < 1) break;
      waiting.delete(kind);
      left -= 1;
      onHint(hint);
    }
    if (waiting.size > 0) cancelTimer = timers.after(LIMITS.hintPauseMs, passWaiting);
  };
  return {
    hear: (hint: Hint): void => {
      waiting.set(hint.kind, hint);
      if (cancelTimer === null) passWaiting();
    },
    close: (): void => {
      cancelTimer?.();
      waiting.clear();
    },
  };
};
