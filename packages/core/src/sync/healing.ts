/**
 * What becomes of a device whose past and its server's have parted: it pulls everything anew, then either sends what the
 * server lacks, tombstones first, or, when the server may have forgotten what it lacks on purpose, removes that here.
 * [SY-E2, SY-E3, SY-E4]
 */
import type { HealingReason } from '@cairn/schema';
import type { Healing, MetaValues } from '../ports/store.ts';

/** One that is cut short by the next goes on from what was held before the first. */
export const beginHealing = (input: {
  readonly why: HealingReason;
  readonly nowMs: number;
  readonly before: Healing | null;
  readonly pull: MetaValues['pull'] | null;
}): Healing => {
  const { why, nowMs, before, pull } = input;
  const isUnseen = before !== null && isPulling(before);
  return {
    why,
    since: before?.since ?? nowMs,
    phase: 'pull',
    held: isUnseen ? before.held : heldBy(pull),
    sweeps: isUnseen && before.sweeps,
    swept: null,
    sent: before?.sent ?? 0,
    removed: before?.removed ?? 0,
  };
};

/** Until the server has served everything, it is not known what it lacks, and nothing is sent. */
export const isPulling = ({ phase }: Healing): boolean => phase === 'pull' || phase === 'sweep';

/**
 * What a device that is still in its first pull holds was alive on the server when that pull began. Before its first page
 * it holds nothing of the vault's, so nothing can have been forgotten behind its back.
 */
const heldBy = (pull: MetaValues['pull'] | null): number => {
  if (pull === null) return Number.MAX_SAFE_INTEGER;
  return pull.bootstrap === null ? pull.high : (pull.bootstrap.start ?? Number.MAX_SAFE_INTEGER);
};

export interface HealingPage {
  /** The highest sequence of a tombstone that the server has collected. */
  readonly tombFloor: number;
  readonly head: number;
  /** Of an epoch that this device did not know. */
  readonly isOtherEpoch: boolean;
  readonly isLast: boolean;
}

/** `page`: the one that was just applied. */
export const afterPage = (healing: Healing, page: HealingPage): Healing => {
  if (healing.phase !== 'pull') return healing;
  const sweeps = healing.sweeps || isForgottenUnseen(healing, page);
  return { ...healing, sweeps, phase: page.isLast ? (sweeps ? 'sweep' : 'tombstones') : 'pull' };
};

/**
 * Whether a tombstone may have been collected that this device never saw. Who held everything up to the floor saw each one, and
 * removes nothing, so that what a server lost and nobody else holds is not lost here too. Where the server was put back while
 * this device was away for longer than anchors are kept, its sequences are other ones, and any that was collected may be meant.
 */
const isForgottenUnseen = ({ why, held }: Healing, page: HealingPage): boolean => {
  const isPutBack = why === 'resync_required' && (page.isOtherEpoch || page.head < held);
  return held < page.tombFloor || (isPutBack && page.tombFloor > 0);
};
