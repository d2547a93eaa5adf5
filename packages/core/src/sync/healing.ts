/**
 * The healing of a device whose past and its server's have parted: it pulls everything again, then sends what the server
 * lacks, tombstones first. A missing value on the server is never a reason to remove anything here. [SY-E2, SY-E3, TR-1]
 */
import type { HealingReason } from '@cairn/schema';
import type { Healing } from '../ports/store.ts';

/** One that is cut short by the next goes on counting. */
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

/** Until the server has served everything, it is not known what it lacks, and nothing is sent. */
export const isPulling = ({ phase }: Healing): boolean => phase === 'pull';
