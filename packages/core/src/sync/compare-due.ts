/** When a device compares itself with its server without being asked. [TR-15] */
import { COMPARING_LIMITS } from '@cairn/schema';

export interface CompareFacts {
  readonly nowMs: number;
  /** The last comparison; null: there was none. */
  readonly verifiedAt: number | null;
  /** The last healing that came to its end. */
  readonly healedAt: number | null;
  /** Since then the server was away for long, contradicted itself, or a comparison found something. */
  readonly isDoubted: boolean;
}

/** Also when the clock was set back meanwhile. */
export const isCompareDue = ({ nowMs, verifiedAt, healedAt, isDoubted }: CompareFacts): boolean =>
  verifiedAt === null ||
  isDoubted ||
  (healedAt !== null && healedAt > verifiedAt) ||
  Math.abs(nowMs - verifiedAt) >= COMPARING_LIMITS.compareEveryMs;
