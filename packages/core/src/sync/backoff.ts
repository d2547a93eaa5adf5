/** When to try again. [SY-L4] */
import { LIMITS } from '@cairn/schema';

export interface Pace {
  readonly minMs: number;
  readonly maxMs: number;
}

const FAILURES: Pace = { minMs: LIMITS.backoffMsMin, maxMs: LIMITS.backoffMsMax };
/** A server that does not know this device is asked seldom: only another device can change that. */
const LOCKOUTS: Pace = { minMs: LIMITS.lockoutMsMin, maxMs: LIMITS.lockoutMsMax };
/** One that refuses this device, its keys or its list is asked more seldom still. [TR-32] */
const REFUSALS: Pace = { minMs: LIMITS.backoffMsMax, maxMs: LIMITS.refusalMsMax };

/** After a refusal of this kind. */
export const paceOfRefusal = (kind: string): Pace => (kind === 'unauthorized' ? LOCKOUTS : REFUSALS);

/**
 * Exponential, from 0.5 s to 60 s unless another pace is given, with equal jitter: half is certain, half is drawn, so that devices that failed together do
 * not come back together. `attempt` counts failures in a row, from 1; `random` is 0 ≤ x < 1. The server's wait
 * (`retryAfterMs`) is the least.
 */
export const nextDelayMs = (input: {
  readonly attempt: number;
  readonly random: number;
  readonly retryAfterMs?: number | null;
  readonly pace?: Pace;
}): number => {
  const { minMs, maxMs } = input.pace ?? FAILURES;
  const doubled = minMs * 2 ** Math.min(input.attempt - 1, 16);
  const full = Math.min(maxMs, Math.max(minMs, doubled));
  const jittered = Math.round(full / 2 + (full / 2) * input.random);
  return Math.min(maxMs, Math.max(minMs, jittered, input.retryAfterMs ?? 0));
};
