/**
 * A device's identity and its progress in its vault. A file that replaces another one takes both over. Push numbers and the clock
 * continue, so the device does not pass for a copy. Changes that were not sent are still sent. [RL-30]
 */
import { type CairnError, cairnError, err, HLC_ZERO, maxHlc, ok, type VaultId } from '@cairn/schema';
import { entitiesOf, stampedKey } from '../../merge/register-key.ts';
import type { MetaValues, StoreTransaction } from '../../ports/store.ts';
import { moveRunner } from '../../schedule/tend-schedules.engine.ts';
import { ALL, DEAD_LETTERS_MAX, type SyncSession, valuesOf } from '../../sync/sync-session.engine.ts';
import type { Answer } from '../deps.ts';
import { planWrite } from '../write/write-registers.ts';
import { MEMBERSHIP_VALUES, type Membership } from './vault-api.ts';
import { enter, leave } from './vault-membership.ts';

export const membership = ({ store }: SyncSession): Promise<Membership> =>
  store.write(async (tx) => {
    const outbox = await tx.outbox(ALL);
    const letters = await tx.deadLetters(DEAD_LETTERS_MAX);
    const wanted = new Set([...outbox, ...letters].map(stampedKey));
    const held = await tx.registersOf(entitiesOf([...outbox, ...letters]));
    return {
      meta: await valuesOf(tx, MEMBERSHIP_VALUES),
      inflight: await tx.inflight(),
      registers: held.filter((register) => wanted.has(stampedKey(register))),
      outbox,
      letters,
    };
  });

export const takeMembership = (session: SyncSession, taken: Membership): Answer<null> =>
  session.store.write(async (tx) => {
    const here = await tx.meta('vault');
    const { vault, salt, device, push } = taken.meta;
    if (here !== null && vault !== null && here.id !== vault.id) return err(otherVault());
    // Another program may have written the file, so all of it is checked once it is in place. [TR-33]
    await tx.apply({ meta: { limits: null } });
    const clock = maxHlc((await tx.meta('clock')) ?? HLC_ZERO, taken.meta.clock ?? HLC_ZERO);
    if (vault === null || salt === null || device === null || push === null) {
      if (here !== null) await leaveAs(session, tx, device);
      await tx.apply({ meta: { clock, erasedAt: taken.meta.erasedAt } });
      return ok(null);
    }
    if (here === null) await enter(session, tx, { vault, salt, device, push });
    await tx.apply({ inflight: taken.inflight, meta: { ...taken.meta, clock } });
    await takeUnsent(session, tx, taken);
    return ok(null);
  });

/**
 * Prepares a file that replaces an unreadable one. A device of `vault` continues with this file's state, and first becomes another
 * device of the vault (`VaultSecrets.lost`). A device outside a vault stays outside. [RL-43]
 */
export const loseMembership = (session: SyncSession, vault: VaultId | null): Answer<null> =>
  session.store.write(async (tx) => {
    const here = await tx.meta('vault');
    if (here !== null && vault !== null && here.id !== vault) return err(otherVault());
    await tx.apply({ meta: { limits: null } });
    if (here !== null && vault === null) await leave(session, tx);
    return ok(null);
  });

/** Leaves the vault of this file, because the device left it meanwhile. Its identity there is not used again. */
const leaveAs = async (
  session: SyncSession,
  tx: StoreTransaction,
  device: MetaValues['device'] | null,
): Promise<void> => {
  await leave(session, tx);
  if (device === null) return;
  await moveRunner(tx, { from: await tx.meta('device'), to: device, nowMs: session.clock.nowMs() });
  await tx.apply({ meta: { device } });
};

/**
 * Takes over unsent registers. Registers that this device wrote stay marked as its own. Everything forgotten here was
 * forgotten in the former file too, so copies need not be erased. [TR-4, ST-4]
 */
const takeUnsent = async (
  session: SyncSession,
  tx: StoreTransaction,
  { registers, outbox, letters }: Membership,
): Promise<void> => {
  const nowMs = session.clock.nowMs();
  const planned = await planWrite(tx, registers, { origin: 'remote', nowMs, inVault: true });
  const { isTaken: __, ...own } = planned;
  const { erasedAt: _, ...meta } = own.meta ?? {};
  await tx.apply({ ...own, meta });
  await tx.apply({ outboxAdd: outbox, deadAdd: letters });
};

export const otherVault = (): CairnError =>
  cairnError(
    'invalid_input',
    'The backup is of another vault. Run `cairn leave` first (memories stay), then restore it.',
  );
