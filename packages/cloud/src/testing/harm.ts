/** Changes rows of a vault without a push, like a damaged database or one that was restored from a backup. For tests. */
import type { EntityId, VaultId } from '@cairn/schema';
import type { PushWrite, StoreTransaction } from '../ports/sync-store.ts';

const firstDevice = async (tx: StoreTransaction, vault: VaultId) => {
  const [device] = await tx.devices(vault);
  if (device === undefined) throw new Error('the vault has no device');
  return device.id;
};

/** Writes the rows in a separate commit, which leaves head, counts and push numbers unchanged. */
export const putRegisters = async (
  tx: StoreTransaction,
  of: VaultId,
  rows: Partial<Pick<PushWrite, 'inserts' | 'updates'>>,
): Promise<void> => {
  const vault = await tx.lockVault(of);
  if (vault === null) throw new Error('no such vault');
  const { head, registers, tombstones } = vault;
  const device = await firstDevice(tx, of);
  const isWritten = await tx.writePush({
    seen: vault,
    // Differs from the marks of other commits, and is the same in every run.
    after: { head, anchor: [...vault.anchor].reverse().join(''), registers, tombstones },
    device,
    push: (await tx.lastPush(of, device)) ?? { pushNo: 0, sha256: '00', outcome: '' },
    acked: 0,
    inserts: rows.inserts ?? [],
    updates: rows.updates ?? [],
    nowMs: 0,
  });
  if (!isWritten) throw new Error('nothing was written');
};

/** Returns the stored registers of these entities, as a push finds them. */
export const storedOf = async (tx: StoreTransaction, vault: VaultId, entities: readonly EntityId[]) => {
  const device = await firstDevice(tx, vault);
  const anchor = { seq: 0, mark: '' };
  return (await tx.pushView({ vault, device, epoch: '', anchor, entities }))?.present ?? [];
};
