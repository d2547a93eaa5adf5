/** What all ways into a vault share: the new device's row, and the facts that it gets. [SY-A1, SY-S3, SY-E3] */
import { LIMITS, type NewDevice, ok, type VaultId, type VaultInfo } from '@cairn/schema';
import { formatAnchor } from '../log/anchor.ts';
import type { DeviceRow, StoreReads, StoreTransaction, VaultRow } from '../ports/sync-store.ts';
import { type Answer, problem } from './problem.ts';
import { isSameHash } from './session.ts';

export const deviceRow = (vault: VaultId, device: NewDevice, nowMs: number): DeviceRow => ({
  vault,
  ...device,
  createdAt: nowMs,
  lastSeenAt: null,
  acked: 0,
  revokedAt: null,
});

const isSameDevice = (row: DeviceRow, device: NewDevice): boolean =>
  row.id === device.id &&
  row.boxKey === device.boxKey &&
  row.signKey === device.signKey &&
  isSameHash(row.tokenHash, device.tokenHash);

export const takenToken = () => problem('conflict', 'Another device has this token. Make a new one.');

/** Returns whether the device may join, or is already the same member. The caller holds the vault's lock. */
export const checkAdmission = async (
  tx: StoreTransaction,
  vault: VaultId,
  device: NewDevice,
): Answer<'new' | 'present'> => {
  const devices = await tx.devices(vault);
  const present = devices.find((row) => row.id === device.id);
  if (present !== undefined) {
    if (present.revokedAt !== null)
      return problem('device_revoked', 'This device was revoked. Take a new id.');
    if (isSameDevice(present, device)) return ok('present');
    return problem('conflict', 'Another device has this id. Take a new one.');
  }
  if ((await tx.deviceByTokenHash(device.tokenHash)) !== null) return takenToken();
  if (devices.filter((row) => row.revokedAt === null).length >= LIMITS.devicesPerVaultMax) {
    return problem('quota_exceeded', `A vault has at most ${LIMITS.devicesPerVaultMax} devices. Revoke one.`);
  }
  return ok('new');
};

export const vaultInfo = async (reads: StoreReads, vault: VaultRow, nowMs: number): Promise<VaultInfo> => ({
  vault: vault.id,
  kind: vault.kind,
  epoch: vault.epoch,
  anchor: formatAnchor({ seq: vault.head, mark: vault.anchor }),
  head: vault.head,
  generations: [...(await reads.generations(vault.id))],
  serverTime: nowMs,
});
