/** A server that no longer knows its own past raises its epoch, once, under the vault's lock. [SY-E1] */
import type { Random } from '../ports/clock.ts';
import type { StoreTransaction, VaultRow } from '../ports/sync-store.ts';
import { toHex } from './hashing.ts';
import { problem } from './problem.ts';

const EPOCH_BYTES = 16;
export const MARK_BYTES = 16;

export const newEpoch = (random: Random): string => toHex(random.bytes(EPOCH_BYTES));
export const newMark = (random: Random): string => toHex(random.bytes(MARK_BYTES));

/** The caller holds the vault's lock. Answers the new epoch. */
export const raiseEpoch = async (
  tx: StoreTransaction,
  vault: VaultRow,
  random: Random,
  nowMs: number,
): Promise<string> => {
  const epoch = newEpoch(random);
  const anchor = newMark(random);
  await tx.updateVault(vault.id, { ...vault, epoch, anchor });
  await tx.insertAnchor(vault.id, epoch, { seq: vault.head, mark: anchor }, nowMs);
  return epoch;
};

export const epochChanged = (epoch: string) =>
  problem(
    'epoch_changed',
    'The server does not know this past: it was restored, or another epoch began. Pull from nothing.',
    { epoch },
  );

export const resyncRequired = () =>
  problem('resync_required', 'This device was away for too long. Pull from nothing.');
