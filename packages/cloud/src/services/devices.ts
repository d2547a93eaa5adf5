/** Devices of a vault: the list, status, revocation, and a new identity for a copied one. [SY-A3, SY-E3] */
import {
  type DeviceId,
  type NewDevice,
  ok,
  type SealedKey,
  type StatusResponse,
  type VaultInfo,
  type WireDevice,
} from '@cairn/schema';
import type { Clock } from '../ports/clock.ts';
import type { Hints } from '../ports/hints.ts';
import type { DeviceRow, SyncStore } from '../ports/sync-store.ts';
import { admit, checkKeysFor, vaultInfo } from './members.ts';
import { type Answer, problem, settled } from './problem.ts';
import type { Session } from './session.ts';

interface DeviceDeps {
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly hints: Hints;
}

export const toWireDevice = (row: DeviceRow, head: number): WireDevice => ({
  id: row.id,
  name: row.name,
  boxKey: row.boxKey,
  signKey: row.signKey,
  createdAt: row.createdAt,
  lastSeenAt: row.lastSeenAt,
  acked: Math.min(row.acked, head),
  lag: Math.max(head - row.acked, 0),
  revokedAt: row.revokedAt,
});

const GONE_VAULT = ['unauthorized', 'This vault is no longer here.'] as const;

export const createDevices = ({ store, clock, hints }: DeviceDeps) => ({
  status: async (session: Session): Answer<StatusResponse> =>
    settled<StatusResponse>(
      await store.read(async (reads) => {
        const vault = await reads.vault(session.vault);
        if (vault === null) return problem(...GONE_VAULT);
        const devices = await reads.devices(vault.id);
        return ok({
          vault: vault.id,
          kind: vault.kind,
          head: vault.head,
          epoch: vault.epoch,
          kg: vault.kg,
          registers: vault.registers,
          tombstones: vault.tombstones,
          devices: devices.map((row) => toWireDevice(row, vault.head)),
          serverTime: clock.nowMs(),
        });
      }),
    ),

  /** Kills the token at once, and the device's stream by the hint. Repeating it answers the same. */
  revoke: async (session: Session, target: DeviceId): Answer<{ revoked: DeviceId; serverTime: number }> => {
    const answer = settled(
      await store.transaction(async (tx) => {
        if ((await tx.lockVault(session.vault)) === null) return problem(...GONE_VAULT);
        const row = await tx.device(session.vault, target);
        if (row === null) return problem('not_found', 'No device of this vault has this id.');
        if (row.revokedAt === null) await tx.revokeDevice(session.vault, target, clock.nowMs());
        await tx.eraseSealedKeys(session.vault, target);
        await tx.erasePairings({ vault: session.vault, inviter: target });
        return ok(null);
      }),
    );
    if (!answer.ok) return answer;
    hints.publish(session.vault, { kind: 'revoked' }, { kind: 'only', device: target });
    return ok({ revoked: target, serverTime: clock.nowMs() });
  },

  /** The old id stays: the other copy may be the rightful holder of it. */
  fork: async (
    session: Session,
    request: { readonly device: NewDevice; readonly keys: readonly SealedKey[] },
  ): Answer<VaultInfo> =>
    settled<VaultInfo>(
      await store.transaction(async (tx) => {
        const vault = await tx.lockVault(session.vault);
        if (vault === null) return problem(...GONE_VAULT);
        const keys = checkKeysFor(request.device.id, request.keys, await tx.generations(vault.id));
        if (!keys.ok) return keys;
        const admitted = await admit(tx, vault.id, request.device, clock.nowMs());
        if (!admitted.ok) return admitted;
        await tx.writeSealedKeys(vault.id, request.keys);
        return ok(await vaultInfo(tx, vault, clock.nowMs()));
      }),
    ),
});
