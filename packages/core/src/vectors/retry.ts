/** Decides when a call to an embedder is retried. [F-2] */

/** Milliseconds before the second, third and fourth try. */
const DELAYS_MS = [500, 2_000, 8_000] as const;

/** `retryable`: false only for a refusal that would repeat. `retryAfterMs`: the wait that the endpoint asked for, else null. */
export interface EmbedFailure {
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
}

/** Returns the milliseconds to wait after try number `tries`, counted from 1. Null: do not retry. */
export const retryDelayMs = (tries: number, failure: EmbedFailure): number | null => {
  const delay = DELAYS_MS[tries - 1];
  if (delay === undefined || !failure.retryable) return null;
  return Math.max(delay, failure.retryAfterMs ?? 0);
};
