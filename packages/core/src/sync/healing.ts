/**
 * The healing of a device whose history differs from its server's. The device pulls everything again, then sends what the server
 * lacks, tombstones first. A value that the server lacks is never a reason to delete anything here. [SY-E2, SY-E3, TR-1]
 */
import type { HealingReason } from '@cairn/schema';
import type { Healing } from '../ports/store.ts';

/** Returns the state of a new healing. If it interrupts `before`, it keeps the count and the start of `before`. */
export const beginHealing = (input: {
  readonly why: HealingReason;
  readonly nowMs: number;
  readonly before: Healing | null;
}): Healing => ({
  why: input.why,
  since: input.before?.since ?? input.nowMs,
  phase: 'pull',
  sent: input.before?.sent ?? 0,
});

/** Returns whether the pull is under way. Until the pull ends, it is unknown what the server lacks, and nothing is sent. */
export const isPulling = ({ phase }: Healing): boolean => phase === 'pull';
