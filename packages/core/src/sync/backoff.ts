/** When to try again. [SY-L4] */
import { LIMITS } from '@cairn/schema';

/**
 * Exponential from 0.5 s to 60 s with equal jitter: half is certain, half is drawn, so that devices that failed together do
 * not come back together. `attempt` counts failures in a row, from 1; `random` is 0 ≤ x < 1. What the server asked for
 * (`retryAfterMs`) is the least.
 */
export const nextDelayMs = (input: {
  readonly attempt: number;
  readonly random: number;
  readonly retryAfterMs?: number | null;
}): number => {
  const doubled = LIMITS.backoffMsMin * 2 ** Math.min(input.attempt - 1, 16);
  const full = Math.min(LIMITS.backoffMsMax, Math.max(LIMITS.backoffMsMin, doubled));
  const jittered = Math.round(full / 2 + (full / 2) * input.random);
  return Math.min(LIMITS.backoffMsMax, Math.max(LIMITS.backoffMsMin, jittered, input.retryAfterMs ?? 0));
};
