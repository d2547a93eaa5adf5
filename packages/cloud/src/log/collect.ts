/** Which tombstones and commits nobody needs any more. [SY-E4] */
import { LIMITS } from '@cairn/schema';

/** How long a device may be silent before it counts as dormant, and how old what is collected is at least. */
export const RETENTION_MS = LIMITS.tombstoneDaysMin * 86_400_000;

interface DeviceState {
  readonly acked: number;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  readonly revokedAt: number | null;
}

/** A dormant device blocks nothing: when it comes back below the floor, it has to resync. */
export const isDormant = ({ createdAt, lastSeenAt }: DeviceState, nowMs: number): boolean =>
  (lastSeenAt ?? createdAt) <= nowMs - RETENTION_MS;

/** Up to where every live device holds everything; without any, there is no bound. */
export const heldByAll = (devices: readonly DeviceState[], nowMs: number): number =>
  devices
    .filter((device) => device.revokedAt === null && !isDormant(device, nowMs))
    .reduce((least, { acked }) => Math.min(least, acked), Number.MAX_SAFE_INTEGER);

export interface CollectionPlan {
  /** Tombstones up to this sequence may go. */
  readonly tombstonesUpTo: number;
  /** Commits below this sequence may go, and who remembers one of them has to resync. */
  readonly anchorsBelow: number;
}

/**
 * `oldCommit`: the sequence of a commit that is older than the retention. What is below it was overtaken by it that long
 * ago, so only a dormant device can still remember such a commit as its newest; the commit itself may be anybody's. [SY-E1]
 */
export const planCollection = (input: {
  readonly devices: readonly DeviceState[];
  readonly oldCommit: number | null;
  readonly nowMs: number;
}): CollectionPlan | null =>
  input.oldCommit === null
    ? null
    : {
        tombstonesUpTo: Math.min(input.oldCommit, heldByAll(input.devices, input.nowMs)),
        anchorsBelow: input.oldCommit,
      };
