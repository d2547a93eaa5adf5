/** Devices of a vault: their list and status, and a new id for a copied device. [SY-A3, SY-E3] */
import { type ForkRequest, ok, type StatusResponse, type VaultInfo, type WireDevice } from '@cairn/schema';
import type { Clock, Random } from '../ports/clock.ts';
import type { Signatures } from '../ports/signatures.ts';
import type { DeviceRow, SyncStore } from '../ports/sync-store.ts';
import { createMemberRegister, isAdding } from './member-list.ts';
import { vaultInfo } from './members.ts';
import { type Answer, flatten, problem } from './problem.ts';
import type { Session } from './session.ts';

interface DeviceDeps {
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly signatures: Signatures;
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

export const createDevices = (deps: DeviceDeps) => {
  const { store, clock } = deps;
  const register = createMemberRegister(deps);
  return {
    status: async (session: Session): Answer<StatusResponse> =>
      flatten<StatusResponse>(
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

    /** Adds the caller under a new id. The old id signs the entry, and stays, because it may belong to the other copy of the device. */
    fork: async (session: Session, { device, entry, keys }: ForkRequest): Answer<VaultInfo> =>
      flatten<VaultInfo>(
        await store.transaction(async (tx) => {
          const vault = await tx.lockVault(session.vault);
          if (vault === null) return problem(...GONE_VAULT);
          if (!isAdding(entry, device)) return problem('malformed', 'The entry has to add the new device.');
          const added = await register.append(tx, vault, { entries: [entry], keys }, clock.nowMs());
          return added.ok ? ok(await vaultInfo(tx, added.value.vault, clock.nowMs())) : added;
        }),
      ),
  };
};
