/** Decides when other devices forgot so many memories that a person may want them back. [TR-3] */
import { COMPARING_LIMITS } from '@cairn/schema';
import type { MetaValues } from '../ports/meta-values.ts';

/**
 * Counts ended memories. `living`: number before these `ending` end. A new window begins when the old one is over, or when the clock
 * was set back by more than a window.
 */
export const countEndings = (
  before: MetaValues['endings'] | null,
  input: { readonly nowMs: number; readonly ending: number; readonly living: number },
) => {
  const { nowMs, ending, living } = input;
  const isOpen = before !== null && Math.abs(nowMs - before.since) < COMPARING_LIMITS.removedWindowMs;
  const window = isOpen ? before : { since: nowMs, count: 0 };
  const count = window.count + ending;
  const bound = Math.max(
    COMPARING_LIMITS.removedAtOnceMin,
    (living + window.count) * COMPARING_LIMITS.removedAtOnceShare,
  );
  return { endings: { since: window.since, count }, isMass: count > bound };
};
