/**
 * The healing of a device whose history differs from its server's. The device pulls everything again, then sends what the server
 * lacks, tombstones first. A value that the server lacks is never a reason to delete anything here. Each step is one transaction, so
 * a kill costs only that step. [SY-E2, SY-E3, SY-E4, TR-1]
 */
import { type HealingReason, ok } from '@cairn/schema';
import type { Answer } from '../engine/deps.ts';
import type { Healing, StoreTransaction } from '../ports/store.ts';
import { emptyPull, goneLetters, inVault, type SyncSession } from './sync-session.engine.ts';

/** Begins to heal: everything is pulled again, and until it is pulled, nothing counts as held by the server. */
export const heal = (session: SyncSession, why: HealingReason): Answer<null> =>
  inVault(session, async (tx) => {
    await startOver(tx, why, session.clock.nowMs());
    return ok(null);
  });

/**
 * Begins again from nothing. Changes that never reached the server stay in the outbox as this device's own. Changes
 * that had lost their place in the outbox are enqueued, and so are changes that the server called forgotten without a
 * tombstone.
 *
 * The frozen batch stays frozen. A server that is restored again may hold it, and would take other bytes under its
 * number for those of a copied device. The first page of another epoch unfreezes it. [RL-10]
 */
export const startOver = async (tx: StoreTransaction, why: HealingReason, nowMs: number): Promise<void> => {
  const before = await tx.meta('healing');
  await tx.apply({ deadRemove: await goneLetters(tx) });
  if (before === null) await tx.enqueueAll('unconfirmed');
  const healing = beginHealing({ why, nowMs, before });
  await tx.clearConfirmations();
  await tx.apply({ meta: { pull: emptyPull(false), healing, stopped: null } });
};

/** Goes on as far as possible: a phase is enqueued once the previous one was acknowledged. The last ends the healing. */
export const advanceHealing = async (tx: StoreTransaction, nowMs: number): Promise<void> => {
  for (;;) {
    const healing = await tx.meta('healing');
    if (healing === null || isPulling(healing) || (await tx.againCount()) > 0) return;
    const { why, sent } = healing;
    if (healing.phase === 'rest')
      return tx.apply({ meta: { healing: null, healed: { why, at: nowMs, sent } } });
    await enqueue(tx, { ...healing, phase: 'rest' }, 'unconfirmed');
  }
};

/** Begins the phase `tombstones`, after the last page. */
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

/** Returns the state of a new healing. If it interrupts `before`, it keeps the count and the start of `before`. */
export const beginHealing = ({ why, nowMs, before }: Beginning): Healing => ({
  why,
  phase: 'pull',
  since: before?.since ?? nowMs,
  sent: before?.sent ?? 0,
});

interface Beginning {
  readonly why: HealingReason;
  readonly nowMs: number;
  readonly before: Healing | null;
}

/** Returns whether the pull is under way. Until the pull ends, it is unknown what the server lacks, and nothing is sent. */
export const isPulling = ({ phase }: Healing): boolean => phase === 'pull';
