/** Rows of a vault changed behind everybody's back, as a damaged database or one that was put back would have them. */
import type { EntityId, VaultId } from '@cairn/schema';
import type { PresentRegister } from '../log/register.ts';
import type { PushWrite, StoreTransaction } from '../ports/sync-store.ts';

const firstDevice = async (tx: StoreTransaction, vault: VaultId) => {
  const [device] = await tx.devices(vault);
  if (device === undefined) throw new Error('the vault has no device');
  return device.id;
};

/** In a commit of its own that leaves head, counts and push numbers as they are. */
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
    // Unlike every other commit, and the same at every run.
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

/** The stored registers of some entities, as a push finds them. */
export const storedOf = async (
  tx: StoreTransaction,
  vault: VaultId,
  entities: readonly EntityId[],
): Promise<readonly PresentRegister[]> => {
  const device = await firstDevice(tx, vault);
  const anchor = { seq: 0, mark: '' };
  return (await tx.pushView({ vault, device, epoch: '', anchor, entities }))?.present ?? [];
};
