/** Seals and freezes the next batch before it is sent. Its bytes stay the same until its outcome is known. [SY-U2] */
import { FACET_VERSION, LIMITS, ok, refuse, type WireRegister } from '@cairn/schema';
import type { FrozenBatch } from '../engine/api.ts';
import type { Answer } from '../engine/deps.ts';
import { isSealable, topUpOutbox } from '../engine/vault/reseal.ts';
import { byRegister, entitiesOf, registerKey } from '../merge/register-key.ts';
import type { Sealer } from '../ports/sealer.ts';
import type {
  InflightBatch,
  MetaValues,
  OutboxKey,
  OutboxValue,
  QuarantinedRegister,
  StoreTransaction,
} from '../ports/store.ts';
import { planBatch, wireFieldsOf } from './batch.ts';
import { isClosed } from './generation-bounds.ts';
import { advanceHealing, isPulling } from './heal.engine.ts';
import { noteLinks } from './missing-ends.engine.ts';
import { notInVault, type SyncSession } from './sync-session.engine.ts';
import { tellPast } from './tell-past.engine.ts';

export const freezeBatch = (session: SyncSession): Answer<FrozenBatch | null> =>
  session.store.write(async (tx) => {
    const healing = await tx.meta('healing');
    if (healing !== null && isPulling(healing)) return ok(null);
    const frozen = await tx.inflight();
    if (frozen !== null) return ok(describe(frozen));
    const push = await tx.meta('push');
    if (push === null) return notInVault();
    const { sealer } = session.memory;
    if (sealer === null) return refuse('not_allowed', 'The keys of the vault are not here yet.', true);
    await advanceHealing(tx, session.clock.nowMs());
    await tellPast(session, tx);
    if ((await tx.outbox(1)).length === 0) await topUpOutbox(session, tx);
    for (;;) {
      const waiting = await nextWaiting(session, tx);
      if (waiting.length === 0) return ok(null);
      // A round that freezes nothing removes something from the outbox, so the loop ends.
      const batch = await freezeNext(session, tx, push, sealer, waiting);
      if (batch !== null) return ok(describe(batch));
    }
  });

const nextWaiting = async (
  { memory }: SyncSession,
  tx: StoreTransaction,
): Promise<readonly OutboxValue[]> => {
  const ends = memory.endsFirst ? await tx.outboxValues(memory.batchItemsMax, 'tombstones') : [];
  if (ends.length > 0) return ends;
  memory.endsFirst = false;
  return tx.outboxValues(memory.batchItemsMax);
};

/** Freezes the next batch. Null when none of the waiting items could be sent. Those are removed from the outbox. */
const freezeNext = async (
  session: SyncSession,
  tx: StoreTransaction,
  push: MetaValues['push'],
  sealer: Sealer,
  waiting: readonly OutboxValue[],
): Promise<InflightBatch | null> => {
  const { items, outdated, sealed, unread } = await sealWaiting(session, tx, waiting, sealer);
  const pushNo = push.lastPushNo + 1;
  noteLinks(session, items);
  const plan = planBatch({ epoch: push.epoch, anchor: push.anchor, pushNo }, items, waiting.length);
  const batch = plan.items.length === 0 ? null : { pushNo, bytes: plan.bytes, items: plan.items };
  const at = session.clock.nowMs();
  await tx.apply({
    outboxRemove: [...outdated, ...plan.oversized],
    deadAdd: plan.oversized.map((key) => ({ ...key, verdict: 'too_big', at })),
    sealed,
    quarantineAdd: unread,
    ...(batch === null ? {} : { inflight: batch, meta: await nothingSpared(tx) }),
  });
  return batch;
};

/**
 * Notes that something is sent before the first page. Another device may forget it before that page is requested. So
 * the page must contain tombstones too, although the store was empty when the vault was entered. [SY-P4]
 */
const nothingSpared = async (tx: StoreTransaction): Promise<Partial<Pick<MetaValues, 'pull'>>> => {
  const pull = await tx.meta('pull');
  if (pull?.cursor !== null || pull.bootstrap?.empty !== true) return {};
  return { pull: { ...pull, bootstrap: { ...pull.bootstrap, empty: false } } };
};

const sealWaiting = async (
  { memory: { bounds } }: SyncSession,
  tx: StoreTransaction,
  waiting: readonly OutboxValue[],
  sealer: Sealer,
) => {
  // Quarantined registers are sent again byte for byte. [SY-M6, SY-E2]
  const unheld = waiting.filter(({ json }) => json === null);
  const kept = byRegister(unheld.length === 0 ? [] : await tx.quarantinedOf(entitiesOf(unheld)));
  const items: WireRegister[] = [];
  const outdated: OutboxKey[] = [];
  /** Registers whose key generation changed. */
  const sealed: (OutboxKey & { readonly kg: number })[] = [];
  /** Quarantined registers that were sealed again. */
  const unread: QuarantinedRegister[] = [];
  const taken = new Set<string>();
  for (const { json, kg, ...key } of waiting) {
    const name = registerKey(key);
    // A verdict names only the register, so a second value of it waits for the next batch.
    if (taken.has(name)) continue;
    const one = json === null ? kept.get(name) : undefined;
    const again = one?.hlc === key.hlc ? sealedAgain(one, sealer) : null;
    if (json !== null) items.push(sealer.seal({ ...key, v: FACET_VERSION }, json));
    else if (again !== null && !isClosed(bounds, again)) items.push(wireFieldsOf(again));
    else {
      outdated.push(key);
      continue;
    }
    if (json !== null && kg !== sealer.kg) sealed.push({ ...key, kg: sealer.kg });
    if (again !== null && again !== one) unread.push(again);
    taken.add(name);
  }
  return { items, outdated, sealed, unread };
};

/**
 * Seals a quarantined register again, with exactly its JSON. Only a register that this device can open but not
 * understand is sealed again. Others stay as they came. [TR-4]
 */
const sealedAgain = (one: QuarantinedRegister, sealer: Sealer): QuarantinedRegister => {
  const opened = isSealable(one, sealer.kg) ? sealer.open(wireFieldsOf(one)) : null;
  if (opened === null || !opened.ok) return one;
  const { entity, facet, hlc, v } = one;
  const { kg, payload } = sealer.seal({ entity, facet, hlc, v }, opened.value);
  return { ...one, kg, payload };
};

const describe = ({ pushNo, bytes, items }: InflightBatch): FrozenBatch => ({
  pushNo,
  bytes,
  items: items.length,
});

/**
 * Unfreezes a batch that the server refused as a whole, so nothing of it was applied. A single item that must be halved
 * can never be sent. It becomes a dead letter, so it does not block the rest. `ends_first`: the vault is full, and only a
 * tombstone makes room, so those in the outbox do not wait behind the living. [SY-U2, SY-U5, SY-U9]
 */
export const thawBatch = (
  session: SyncSession,
  pushNo: number,
  how: 'as_is' | 'halve' | 'ends_first',
): Answer<boolean> =>
  session.store.write(async (tx) => {
    const frozen = await tx.inflight();
    if (frozen === null || frozen.pushNo !== pushNo) return ok(how === 'halve');
    const [only, ...others] = frozen.items;
    if (how === 'ends_first') {
      const isMixed = frozen.items.some(({ facet }) => facet !== 'gone');
      session.memory.endsFirst = isMixed && (await tx.outboxValues(1, 'tombstones')).length > 0;
    }
    if (how !== 'halve') await tx.apply({ inflight: null });
    else if (only !== undefined && others.length === 0)
      await tx.apply({
        inflight: null,
        outboxRemove: [only],
        deadAdd: [{ ...only, verdict: 'too_big', at: session.clock.nowMs() }],
      });
    else {
      await tx.apply({ inflight: null });
      session.memory.batchItemsMax = Math.max(1, Math.floor(frozen.items.length / 2));
    }
    return ok(how === 'halve' || (how === 'ends_first' && session.memory.endsFirst));
  });

/** Doubles the size of the next batch, after one was taken. */
export const growBatch = (session: SyncSession): void => {
  session.memory.batchItemsMax = Math.min(LIMITS.batchItemsMax, session.memory.batchItemsMax * 2);
};
