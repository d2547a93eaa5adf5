/** Raises the epoch of a vault once, under its lock, if the server lost commits. [SY-E1] */
import { err, exhaustive } from '@cairn/schema';
import { type Anchor, pastState } from '../log/anchor.ts';
import type { Random } from '../ports/clock.ts';
import type { StoreTransaction, VaultRow } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { toHex } from './hashing.ts';
import { problem } from './problem.ts';
import type { Session } from './session.ts';

const EPOCH_BYTES = 16;
const MARK_BYTES = 16;

export const newEpoch = (random: Random): string => toHex(random.bytes(EPOCH_BYTES));
export const newMark = (random: Random): string => toHex(random.bytes(MARK_BYTES));

/** Starts a new epoch and returns it. The caller holds the vault's lock. */
export const raiseEpoch = async (tx: StoreTransaction, vault: VaultRow, random: Random, nowMs: number) => {
  const epoch = newEpoch(random);
  const anchor = newMark(random);
  await tx.updateVault(vault.id, { ...vault, epoch, anchor });
  await tx.insertAnchor(vault.id, epoch, { seq: vault.head, mark: anchor }, nowMs);
  return epoch;
};

/** The commit and epoch that a device knows. */
export interface Claim {
  readonly epoch: string;
  readonly anchor: Anchor;
  /** True when the device pulls everything. Then another epoch or a deleted anchor does not matter, but a lost commit does. [RL-10] */
  readonly startsOver?: boolean;
}

interface Parting {
  readonly session: Session;
  readonly claim: Claim;
  readonly anchorKnown: boolean;
}

/**
 * Returns null if the device can go on, else its problem. A lost commit raises the epoch. If the device's epoch is lost too, it is
 * recorded, so that other devices of that epoch do not raise the epoch again. The caller holds the vault's lock.
 */
export const partWays = async (
  tx: StoreTransaction,
  vault: VaultRow,
  { session, claim, anchorKnown }: Parting,
  { random, clock, epochLimit }: Pick<ServiceDeps, 'random' | 'clock' | 'epochLimit'>,
) => {
  const isPresent = claim.epoch === vault.epoch;
  const epochKnown = isPresent || (await tx.epochKnown(vault.id, claim.epoch));
  const seen = { epoch: claim.epoch, seq: claim.anchor.seq };
  const past = pastState(vault, seen, { anchor: anchorKnown, epoch: epochKnown });
  switch (past) {
    case 'known':
      return null;
    case 'other_epoch':
      return claim.startsOver === true ? null : epochChanged(vault.epoch);
    case 'too_old':
      return claim.startsOver === true
        ? null
        : problem('resync_required', 'This device was offline for too long. Pull everything.');
    case 'restored': {
      const refused = epochLimit(session);
      const nowMs = clock.nowMs();
      if (refused !== null) return err(refused);
      if (!isPresent)
        await tx.insertAnchor(vault.id, claim.epoch, { seq: vault.head, mark: newMark(random) }, nowMs);
      return epochChanged(await raiseEpoch(tx, vault, random, nowMs));
    }
    default:
      return exhaustive(past);
  }
};

const epochChanged = (epoch: string) =>
  problem(
    'epoch_changed',
    'The server does not know this history: it was restored, or a new epoch began. Pull everything.',
    { epoch },
  );
