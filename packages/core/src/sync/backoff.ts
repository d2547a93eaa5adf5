/** Retry with backoff. [SY-L4] */
import { LIMITS } from '@cairn/schema';

export interface Pace {
  readonly minMs: number;
  readonly maxMs: number;
}

const FAILURES: Pace = { minMs: LIMITS.backoffMsMin, maxMs: LIMITS.backoffMsMax };
/** The pace when the server does not know this device. It is slow, because only another device can change that. */
const LOCKOUTS: Pace = { minMs: LIMITS.lockoutMsMin, maxMs: LIMITS.lockoutMsMax };
/** The pace when the server refuses this device, its keys or its list. It is the slowest of the three. [TR-32] */
const REFUSALS: Pace = { minMs: LIMITS.backoffMsMax / 2, maxMs: LIMITS.refusalMsMax };

/** Returns the pace after a refusal of this kind. */
export const paceOfRefusal = (kind: string): Pace => (kind === 'unauthorized' ? LOCKOUTS : REFUSALS);

/**
 * Returns the next delay in milliseconds. It grows exponentially, from 0.5 s to 60 s unless another pace is given.
 * Equal jitter (one half fixed, one half random) keeps devices that failed together from returning together. `attempt`
 * counts failures in a row, from 1. `random` is in [0, 1). The delay is at least the server's Retry-After
 * (`retryAfterMs`), but never above the maximum of the pace.
 */
export const nextDelayMs = (input: {
  readonly attempt: number;
  readonly random: number;
  readonly retryAfterMs?: number | null;
  readonly pace?: Pace;
}): number => {
  const { minMs, maxMs } = input.pace ?? FAILURES;
  const full = Math.min(maxMs, minMs * 2 ** Math.min(Math.max(input.attempt, 1), 16));
  const jittered = Math.round(full / 2 + (full / 2) * input.random);
  return Math.min(maxMs, Math.max(minMs, jittered, input.retryAfterMs ?? 0));
};
