/** Healing, step by step; each step is one transaction, so that a kill at any point costs only that step. [SY-E2, SY-E4] */
import { type CairnError, type EntityId, type HealingReason, LIMITS, ok, type Result } from '@cairn/schema';
import type { Healing, MetaValues, StoreTransaction } from '../../ports/store.ts';
import { beginHealing, isPulling } from '../../sync/healing.ts';
import type { SweepOutcome } from '../api.ts';
import { planErasure } from '../write/write-registers.ts';
import { emptyPull, notInVault, type SyncSession } from './sync-session.ts';

/** The pasts have parted: everything is pulled anew, and until then nothing is known to be on the server. */
export const heal = (session: SyncSession, why: HealingReason): Promise<Result<null, CairnError>> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) === null) return notInVault();
    await startOver(tx, why, session.clock.nowMs());
    return ok(null);
  });

/**
 * What was never on the server stays in the outbox as this device's own, also what had lost its place in it. The frozen
 * batch is thawed: in another epoch it can only be refused, and pushing it again changes nothing.
 */
export const startOver = async (tx: StoreTransaction, why: HealingReason, nowMs: number): Promise<void> => {
  const before = await tx.meta('healing');
  if (before === null) await tx.enqueueAll('unconfirmed');
  const healing = beginHealing({ why, nowMs, before, pull: await tx.meta('pull') });
  await tx.clearConfirmations();
  await tx.apply({ inflight: null, meta: { pull: emptyPull(false), healing, stopped: null } });
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
  enqueue(tx, healing, 'unconfirmed_tombstones');

const enqueue = async (
  tx: StoreTransaction,
  healing: Healing,
  which: 'unconfirmed' | 'unconfirmed_tombstones',
): Promise<void> => {
  const added = await tx.enqueueAll(which, { again: true });
  await tx.apply({ meta: { healing: { ...healing, sent: healing.sent + added } } });
};

const finish = (tx: StoreTransaction, healing: Healing, at: number): Promise<void> =>
  tx.apply({ meta: { healing: null, healed: healedOf(healing, at) } });

const healedOf = ({ why, sent, removed }: Healing, at: number): MetaValues['healed'] => ({
  why,
  at,
  sent,
  removed,
});

/**
 * One step of the sweep: what was not seen in the full pull, and is not on its way, was forgotten while this device was
 * away, and its tombstone is no longer there to say so. It is removed as if it had come. [SY-E4]
 */
export const sweep = (session: SyncSession): Promise<Result<SweepOutcome, CairnError>> =>
  session.store.write(async (tx) => {
    const healing = await tx.meta('healing');
    if (healing?.phase !== 'sweep') return ok({ memories: [], schedules: [], isDone: true });
    const nowMs = session.clock.nowMs();
    const unseen = await tx.unseenAfter(healing.swept, LIMITS.sweepEntitiesMax);
    const last = unseen.at(-1);
    if (last === undefined) {
      await tx.eraseUnseenQuarantine();
      await finish(tx, healing, nowMs);
      return ok({ memories: [], schedules: [], isDone: true });
    }
    const planned = await planErasure(tx, unseen, nowMs);
    await tx.apply(planned);
    const memories: readonly EntityId[] = planned.eraseMemories ?? [];
    const swept = { entity: last.entity, facet: last.facet };
    const removed = healing.removed + memories.length;
    await tx.apply({ meta: { healing: { ...healing, swept, removed } } });
    return ok({ memories, schedules: planned.schedulesErase ?? [], isDone: false });
  });
