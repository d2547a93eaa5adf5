/** Which model is asked, whether today's tokens allow it, and when again after a failure. [SU-6] */
import { LIMITS } from '@cairn/schema';

/** The beginning of the day, in UTC, to which `nowMs` belongs: tokens are counted from there. */
export const dayStartMs = (nowMs: number): number => nowMs - (nowMs % 86_400_000);

export interface Budget {
  readonly tokensPerDay: number;
  /** The tokens of today's calls, prompt and answer. */
  readonly spentTokens: number;
}

/** Whether a call that takes so many tokens, answered at its longest, stays below the cap. */
export const fitsBudget = ({ tokensPerDay, spentTokens }: Budget, tokens: number): boolean =>
  spentTokens + tokens <= tokensPerDay;

/** 1 min after the first failure, then 5, 25, at most 2 h; never before the time that the endpoint named. */
export const modelRetryMs = (failures: number, retryAfterMs: number | null): number =>
  Math.max(
    Math.min(LIMITS.modelRetryMsMin * 5 ** Math.max(0, failures - 1), LIMITS.modelRetryMsMax),
    retryAfterMs ?? 0,
  );
