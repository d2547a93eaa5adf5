/** Devices of a vault: their list and status, and a new id for a copied device. [SY-A3, SY-E3] */
import { type ForkRequest, ok, type StatusResponse, type VaultInfo, type WireDevice } from '@cairn/schema';
import type { DeviceRow } from '../ports/sync-store.ts';
import type { ServiceDeps } from './deps.ts';
import { createMemberRegister, isAdding } from './member-list.ts';
import { vaultInfo } from './members.ts';
import { type Answer, goneVault, lockingVault, problem, reading } from './problem.ts';
import type { Session } from './session.ts';

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

export const createDevices = (deps: Pick<ServiceDeps, 'store' | 'clock' | 'random' | 'signatures'>) => {
  const { store, clock } = deps;
  const register = createMemberRegister(deps);
  return {
    status: (session: Session): Answer<StatusResponse> =>
      reading<StatusResponse>(store, async (reads) => {
        const vault = await reads.vault(session.vault);
        if (vault === null) return goneVault();
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

    /** Adds the caller under a new id. The old id signs the entry, and stays, because it may belong to the other copy of the device. */
    fork: (session: Session, { device, entry, keys }: ForkRequest): Answer<VaultInfo> =>
      lockingVault<VaultInfo>(store, session.vault, async (tx, vault) => {
        if (!isAdding(entry, device)) return problem('malformed', 'The entry has to add the new device.');
        const added = await register.append(tx, vault, { entries: [entry], keys }, clock.nowMs());
        return added.ok ? ok(await vaultInfo(tx, added.value.vault, clock.nowMs())) : added;
      }),
  };
};
