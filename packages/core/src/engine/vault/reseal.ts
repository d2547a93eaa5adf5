/**
 * Seals again what the server holds under an older generation, with the same stamp. Each register records its
 * generation, so the remaining work survives a kill. Registers enter the outbox a page at a time, and only when it is
 * empty, so a save waits for at most one batch. Registers that another device has sealed again are accepted as they
 * are. [SY-S6, TR-4]
 */
import { HLC_ZERO, LIMITS, ok } from '@cairn/schema';
import { entitiesOf, keyOf, registerKey } from '../../merge/register-key.ts';
import type { SealedQuery } from '../../ports/meta-values.ts';
import type {
  FacetKey,
  QuarantinedRegister,
  StoredRegister,
  StoreReads,
  StoreTransaction,
} from '../../ports/store.ts';
import { isLate } from '../../sync/generation-bounds.ts';
import { startOver } from '../../sync/heal.engine.ts';
import { beatenBy } from '../../sync/settle.ts';
import { ALL, inVault, type SyncSession } from '../../sync/sync-session.engine.ts';
import type { Resealing } from '../api.ts';
import type { Answer } from '../deps.ts';
import { planErasure } from '../write/write-registers.ts';

/** Begins to seal again. `kg`: every register below this generation is sent again. */
export const beginReseal = (session: SyncSession, kg: number): Answer<{ readonly registers: number }> =>
  inVault(session, async (tx) => {
    if (((await tx.meta('resealBelow')) ?? 0) < kg) {
      await tx.apply({ meta: { resealBelow: kg } });
      session.memory.mayHoldOld = true;
    }
    return ok({ registers: await tx.sealedBelowCount(kg) });
  });

/** Notes that registers were accepted under an older generation, so they are searched for again. */
export const noteOld = ({ memory }: SyncSession, accepted: readonly StoredRegister[]): void => {
  const present = memory.sealer?.kg ?? 0;
  if (accepted.some(({ kg }) => kg < present)) memory.mayHoldOld = true;
};

/**
 * Returns the generation below which everything is sealed again here; 0 for nothing. Once a generation is complete,
 * devices refuse older ones from the server. So every device sends what it still holds under an older one.
 */
const targetOf = async ({ memory }: SyncSession, tx: StoreReads): Promise<number> => {
  const wanted = (await tx.meta('resealBelow')) ?? 0;
  const present = memory.sealer?.kg ?? 0;
  return Math.max(wanted <= present ? wanted : 0, memory.bounds.complete);
};

/** Fills an empty outbox. Waits while the key of the generation is missing. */
export const topUpOutbox = async (session: SyncSession, tx: StoreTransaction): Promise<void> => {
  if (!session.memory.mayHoldOld) return;
  const target = await targetOf(session, tx);
  const refused = new Set((await tx.deadLetters(ALL)).map(registerKey));
  const page = LIMITS.batchItemsMax + refused.size;
  const below = target === 0 ? [] : await nextBelow(session, tx, target, page);
  const unread = target === 0 ? [] : await sealableUnread(tx, target);
  // These were sent before this device received the new key, under which alone other devices accept them. They are this
  // device's own, because `dropLate` removed received ones.
  const own = below.length > 0 ? [] : await late(session, tx);
  const due = [...below, ...own, ...unread.slice(0, LIMITS.batchItemsMax)]
    .filter((one) => !refused.has(registerKey(one)))
    .map(keyOf);
  if (due.length === 0) session.memory.mayHoldOld = false;
  await tx.apply({ outboxAdd: due });
};

/**
 * Returns quarantined registers to seal again, and drops those that a stored register has replaced. They would be sent
 * forever, as the stored register. [TR-17]
 */
const sealableUnread = async (
  tx: StoreTransaction,
  target: number,
): Promise<readonly QuarantinedRegister[]> => {
  const unread = (await tx.quarantined(ALL)).filter((one) => isSealable(one, target));
  if (unread.length === 0) return unread;
  const lost = new Set(beatenBy(unread, await tx.registersOf(entitiesOf(unread))));
  await tx.apply({ quarantineRemove: [...lost].map(keyOf) });
  return unread.filter((one) => !lost.has(one));
};

/** Continues after the last page and starts over at the end, so no page reads earlier rows again. */
const nextBelow = async (
  { memory }: SyncSession,
  tx: StoreReads,
  kg: number,
  limit: number,
): Promise<readonly StoredRegister[]> => {
  const from = (after: FacetKey | null) => tx.sealedBelow({ kg, above: HLC_ZERO, after }, limit);
  const rest = await from(memory.lookedUpTo);
  const found = rest.length > 0 || memory.lookedUpTo === null ? rest : await from(null);
  memory.lookedUpTo = found.at(-1) ?? null;
  return found;
};

/** Whether this program can open the register, but not understand it because a newer program wrote it. [SY-M6] */
export const isSealable = ({ reason, kg }: QuarantinedRegister, below: number): boolean =>
  reason === 'unknown' && kg > 0 && kg < below;

/** Returns registers that were sealed under a key after it had ended. */
const late = async (
  { memory }: SyncSession,
  tx: StoreReads,
  which: Pick<SealedQuery, 'isTaken'> = {},
): Promise<readonly StoredRegister[]> => {
  const [first] = memory.bounds.begun;
  const present = memory.sealer?.kg ?? 0;
  if (first === undefined) return [];
  const stamped = await tx.sealedBelow({ kg: present, above: first.since, after: null, ...which }, ALL);
  return stamped.filter((one) => isLate(memory.bounds, one));
};

/**
 * Drops values that came in under a key that had ended, before this device knew of the end. Only the server and a
 * revoked device can have made them. What the server holds is pulled again. A sealer can put any device into a stamp,
 * so the `isTaken` mark distinguishes received values from local ones.
 */
export const dropLate = async (session: SyncSession, tx: StoreTransaction): Promise<void> => {
  const { bounds, mayHoldOld } = session.memory;
  if (!mayHoldOld) return;
  const unread = (await tx.quarantined(ALL)).filter((one) => one.reason === 'unknown' && isLate(bounds, one));
  const suspect = unread.map((one) => ({ ...one, reason: 'old_key' }) as const);
  if (unread.length > 0) await tx.apply({ quarantineAdd: suspect, outboxRemove: unread.map(keyOf) });
  const dropped = await late(session, tx, { isTaken: true });
  if (dropped.length === 0) return;
  await tx.apply(await planErasure(tx, dropped, session.clock.nowMs()));
  await startOver(tx, 'key_ended', session.clock.nowMs());
};

/** Whether there may be more to send, including own late registers, and the key is here. */
export const isResealing = async (session: SyncSession, tx: StoreReads): Promise<boolean> => {
  const { mayHoldOld, sealer, bounds } = session.memory;
  if (!mayHoldOld || sealer === null) return false;
  return bounds.begun.length > 0 || (await targetOf(session, tx)) > 0;
};

/** Null when the present generation is the first, or does not say when it began. */
export const resealingOf = async (session: SyncSession, tx: StoreReads): Promise<Resealing | null> => {
  const { sealer, bounds, mayHoldOld } = session.memory;
  const newest = bounds.begun.at(-1);
  if (sealer === null || newest?.kg !== sealer.kg) return null;
  const { kg } = sealer;
  if (bounds.complete >= kg) return { kg, done: 0, total: 0, isOver: true, isDone: true };
  const total = await tx.registersCount();
  const done = Math.max(0, total - (await countBelow(session, tx, kg)));
  const isDone = !mayHoldOld && (await tx.meta('resealBelow')) === kg && (await isAtHead(tx));
  return { kg, done, total, isOver: false, isDone };
};

const COUNTED_MS = 5_000;

const countBelow = async ({ memory, clock }: SyncSession, tx: StoreReads, kg: number): Promise<number> => {
  const nowMs = clock.nowMs();
  const { counted } = memory;
  if (counted?.kg === kg && Math.abs(nowMs - counted.at) < COUNTED_MS) return counted.below;
  const below = await tx.sealedBelowCount(kg);
  memory.counted = { kg, below, at: nowMs };
  return below;
};

/** Whether everything on the server is here, and everything here is on the server. */
const isAtHead = async (tx: StoreReads): Promise<boolean> => {
  const [pull, push] = [await tx.meta('pull'), await tx.meta('push')];
  if (pull === null || push === null || pull.bootstrap !== null || (await tx.meta('healing')) !== null)
    return false;
  const isIdle = (await tx.outboxCount()) === 0 && (await tx.inflight()) === null;
  return isIdle && pull.high >= Math.max(pull.head, push.head);
};
