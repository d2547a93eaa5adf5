/** What every way into a vault shares: the new device's row, and what it has to be given. [SY-A1, SY-S3, SY-E3] */
import {
  type DeviceId,
  LIMITS,
  type NewDevice,
  ok,
  type Result,
  type SealedKey,
  type VaultId,
  type VaultInfo,
} from '@cairn/schema';
import { formatAnchor } from '../log/anchor.ts';
import type {
  DeviceRow,
  GenerationRow,
  StoreReads,
  StoreTransaction,
  VaultRow,
} from '../ports/sync-store.ts';
import { type Problem, problem } from './problem.ts';
import { isSameHash } from './session.ts';

export const RECOVERY = 'recovery';

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

/**
 * Adds a device, or answers ok when the very same one is there already, so that a lost response can be asked for again.
 * The caller holds the vault's lock.
 */
export const admit = async (
  tx: StoreTransaction,
  vault: VaultId,
  device: NewDevice,
  nowMs: number,
): Promise<Result<'added' | 'present', Problem>> => {
  const devices = await tx.devices(vault);
  const present = devices.find((row) => row.id === device.id);
  if (present !== undefined) {
    if (present.revokedAt !== null)
      return problem('device_revoked', 'This device was revoked. Take a new id.');
    if (isSameDevice(present, device)) return ok('present');
    return problem('conflict', 'Another device has this id. Take a new one.');
  }
  if ((await tx.deviceByTokenHash(device.tokenHash)) !== null) {
    return problem('conflict', 'Another device has this token. Make a new one.');
  }
  if (devices.filter((row) => row.revokedAt === null).length >= LIMITS.devicesPerVaultMax) {
    return problem('quota_exceeded', `A vault has at most ${LIMITS.devicesPerVaultMax} devices. Revoke one.`);
  }
  await tx.insertDevice(deviceRow(vault, device, nowMs));
  return ok('added');
};

/** A device that lacks a generation could not read what was written under it. [SY-S4, SY-S6] */
export const checkKeysFor = (
  recipient: DeviceId,
  keys: readonly SealedKey[],
  generations: readonly GenerationRow[],
): Result<null, Problem> => {
  const known = new Set(generations.map((row) => row.kg));
  if (keys.some((key) => key.recipient !== recipient || !known.has(key.kg))) {
    return problem(
      'malformed',
      'Every key has to be sealed to the new device, for a generation of this vault.',
    );
  }
  const given = new Set(keys.map((key) => key.kg));
  return generations.every((row) => given.has(row.kg))
    ? ok(null)
    : problem(
        'key_generation_conflict',
        'Keys of every generation are needed. Fetch the keyring and seal again.',
      );
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
