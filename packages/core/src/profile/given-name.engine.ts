/** The name that a person gave to this device, on any device. The device keeps it when it gets another identity. [SY-A10, SY-E3] */
import { type DeviceId, HLC_ZERO, nodeOf, type Register } from '@cairn/schema';
import { planWrite } from '../engine/write/write-registers.ts';
import { deviceNameOf } from '../memory/clean-text.ts';
import { deriveProfileId } from '../memory/content-hash.ts';
import { stampDrafts } from '../memory/stamp.ts';
import type { MetaValues, StoreTransaction } from '../ports/store.ts';
import { type SyncSession, stampNowMs } from '../sync/sync-session.engine.ts';
import { fieldValueOf } from './fold-profile.ts';

/** Gives the device the name that was given to its identity `from`. Without such a name, nothing changes. */
export const keepGivenName = async (
  session: SyncSession,
  tx: StoreTransaction,
  { from, to }: { readonly from: DeviceId; readonly to: MetaValues['device'] },
): Promise<void> => {
  const [salt, vault] = [await tx.meta('salt'), await tx.meta('vault')];
  if (salt === null || vault === null) return;
  const entity = deriveProfileId(salt, 'devices');
  const present = await tx.registersOf([entity]);
  const value = fieldValueOf(present, 'devices', from);
  if (typeof value !== 'string') return;
  const last = (await tx.meta('clock')) ?? HLC_ZERO;
  const draft = {
    entity,
    facet: { facet: `field.${to.id}` as const, value: { of: 'devices' as const, value } },
  };
  const stamp = { last, nowMs: await stampNowMs(session, tx, last), node: nodeOf(to.id), kg: vault.kg };
  const registers = stampDrafts([draft], present, stamp);
  const nowMs = session.clock.nowMs();
  await tx.apply(await planWrite(tx, registers, { origin: 'local', nowMs, inVault: true }));
  await useGivenName(tx, registers);
};

/** Writes the device's given name into what it saves from now on. `changed`: registers that were just written. */
export const useGivenName = async (tx: StoreTransaction, changed: readonly Register[]): Promise<void> => {
  if (!changed.some(({ facet }) => facet.startsWith('field.d_'))) return;
  const device = await tx.meta('device');
  const name = device === null ? null : fieldValueOf(changed, 'devices', device.id);
  if (device !== null && typeof name === 'string')
    await tx.apply({ meta: { device: { ...device, name: deviceNameOf(name) } } });
};
