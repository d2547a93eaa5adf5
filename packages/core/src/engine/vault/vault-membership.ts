/** Enters a vault, leaves it, or gives this device another identity in it. [SY-U1, SY-D2, SY-E3] */
import { ok, refuse, type VaultId } from '@cairn/schema';
import type { MetaValues, StoreTransaction } from '../../ports/store.ts';
import { keepGivenName } from '../../profile/given-name.engine.ts';
import { moveRunner } from '../../schedule/tend-schedules.engine.ts';
import { startOver } from '../../sync/heal.engine.ts';
import { renameStamps } from '../../sync/restamp-registers.engine.ts';
import { emptyPull, inVault, type SyncSession } from '../../sync/sync-session.engine.ts';
import type { EnterVault } from '../api.ts';
import type { Answer } from '../deps.ts';
import { rederiveIds } from './rederive-ids.ts';

/** Enters the vault. Every register is enqueued once, with its present stamp. */
export const enterVault = (
  session: SyncSession,
  entering: EnterVault,
): Answer<{ readonly enqueued: number }> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) !== null)
      return refuse(
        'already_in_vault',
        'This device is in a vault. Run `cairn leave` first (memories stay).',
      );
    return ok({ enqueued: await enter(session, tx, entering) });
  });

export const enter = async (
  session: SyncSession,
  tx: StoreTransaction,
  { vault, salt, device, push }: EnterVault,
): Promise<number> => {
  if ((await tx.meta('salt')) !== salt) {
    await rederiveIds(tx, salt, session.clock.nowMs());
    await tx.clearTaken();
  }
  const empty = (await tx.registersAfter(null, 1)).length === 0;
  await moveRunner(tx, { from: await tx.meta('device'), to: device, nowMs: session.clock.nowMs() });
  await tx.clearSync();
  await tx.apply({ meta: { vault, salt, device, push, pull: emptyPull(empty), ...NOTHING_KNOWN } });
  return tx.enqueueAll('all');
};

/** The values of a device that has not synced yet. */
const NOTHING_KNOWN = {
  published: null,
  times: null,
  verified: null,
  resealBelow: null,
  stopped: null,
  healing: null,
  healed: null,
  membersMended: null,
  takenBack: null,
} as const;

/** Leaves the vault. The salt stays, because ids are derived under it until another vault is entered. */
export const leaveVault = (session: SyncSession): Answer<{ readonly vault: VaultId }> =>
  inVault(session, async (tx, vault) => {
    await leave(session, tx);
    return ok({ vault: vault.id });
  });

export const leave = async (session: SyncSession, tx: StoreTransaction): Promise<void> => {
  await tx.clearSync();
  await tx.apply({ meta: { vault: null, push: null, pull: null, ...NOTHING_KNOWN } });
  session.memory.sealer = null;
};

/**
 * Gives this device another identity in the vault. Keeps everything except the record of what the server holds. A pull
 * from the beginning rebuilds that record. Then what the server lacks is sent.
 */
export const fork = (
  session: SyncSession,
  device: MetaValues['device'],
  push: MetaValues['push'],
): Answer<null> =>
  inVault(session, async (tx) => {
    const before = await tx.meta('device');
    if (before !== null) await renameStamps(session, tx, before.id, device.id);
    await startOver(tx, 'device_forked', session.clock.nowMs());
    await tx.apply({ inflight: null, meta: { device, push } });
    if (before !== null) await keepGivenName(session, tx, { from: before.id, to: device });
    return ok(null);
  });
