/** Healing, step by step; each step is one transaction, so that a kill at any point costs only that step. [SY-E2, SY-E4] */
import { type CairnError, type HealingReason, ok, type Result } from '@cairn/schema';
import type { Healing, StoreTransaction } from '../ports/store.ts';
import { beginHealing, isPulling } from './healing.ts';
import { emptyPull, goneLetters, notInVault, type SyncSession } from './sync-session.engine.ts';

/** The pasts have parted: everything is pulled again, and until then nothing is known to be on the server. */
export const heal = (session: SyncSession, why: HealingReason): Promise<Result<null, CairnError>> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) === null) return notInVault();
    await startOver(tx, why, session.clock.nowMs());
    return ok(null);
  });

/**
 * A change that was never on the server stays in the outbox as this device's own. So does one that had lost its place in it, or
 * that the server called forgotten without showing a tombstone. The frozen batch stays frozen: perhaps a server that is put back
 * once more has it, and would take its number with other bytes for a copy's. The first page of another epoch thaws it. [RL-10]
 */
export const startOver = async (tx: StoreTransaction, why: HealingReason, nowMs: number): Promise<void> => {
  const before = await tx.meta('healing');
  await tx.apply({ deadRemove: await goneLetters(tx) });
  if (before === null) await tx.enqueueAll('unconfirmed');
  const healing = beginHealing({ why, nowMs, before });
  await tx.clearConfirmations();
  await tx.apply({ meta: { pull: emptyPull(false), healing, stopped: null } });
};

/**
 * Goes on as far as it can: the next part is enqueued once the one before it has been acknowledged, and at the end there is
 * nothing left to heal.
 */
export const advanceHealing = async (tx: StoreTransaction, nowMs: number): Promise<void> => {
  for (;;) {
    const healing = await tx.meta('healing');
    if (healing === null || isPulling(healing) || (await tx.againCount()) > 0) return;
    if (healing.phase === 'rest') return finish(tx, healing, nowMs);
    await enqueue(tx, { ...healing, phase: 'rest' }, 'unconfirmed');
  }
};

/** After the last page. */
export const enqueueTombstones = (tx: StoreTransaction, healing: Healing): Promise<void> =>
  enqueue(tx, { ...healing, phase: 'tombstones' }, 'unconfirmed_tombstones');

const enqueue = async (
  tx: StoreTransaction,
  healing: Healing,
  which: 'unconfirmed' | 'unconfirmed_tombstones',
): Promise<void> => {
  const added = await tx.enqueueAll(which, { again: true });
  await tx.apply({ meta: { healing: { ...healing, sent: healing.sent + added } } });
};

const finish = (tx: StoreTransaction, { why, sent }: Healing, at: number): Promise<void> =>
  tx.apply({ meta: { healing: null, healed: { why, at, sent } } });
