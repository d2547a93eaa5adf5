/** When a call to an embedder is tried again. [F-2] */

/** Milliseconds before the second, third and fourth try. */
const DELAYS_MS = [500, 2_000, 8_000] as const;

/**
 * `retryable`: the same call may succeed later: everything but a refusal that would be the same again. `retryAfterMs`: what the
 * other side asked for, null when it asked for nothing.
 */
export interface EmbedFailure {
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
}

/** Milliseconds to wait after try number `tries`, counted from 1; null: not again. */
export const retryDelayMs = (tries: number, failure: EmbedFailure): number | null => {
  const delay = DELAYS_MS[tries - 1];
  if (delay === undefined || !failure.retryable) return null;
  return Math.max(delay, failure.retryAfterMs ?? 0);
};
