/**
 * Sealing again: what the server holds under an older generation goes out under the present one, with the stamp that it has.
 * The registers say what they are sealed under, and so what is left to do; a kill costs nothing. They enter the outbox a page at
 * a time and only when it is empty, so that a save waits for one batch at most. Whatever another device has sealed again
 * already is taken as it is. [SY-S6, TR-4]
 */
import { type CairnError, HLC_ZERO, LIMITS, ok, type Result } from '@cairn/schema';
import type { SealedQuery } from '../../ports/meta-values.ts';
import type {
  OutboxKey,
  QuarantinedRegister,
  StoredRegister,
  StoreReads,
  StoreTransaction,
} from '../../ports/store.ts';
import { isLate } from '../../sync/generation-bounds.ts';
import { startOver } from '../../sync/heal.engine.ts';
import { beatenBy, registerKey } from '../../sync/settle.ts';
import { notInVault, type SyncSession } from '../../sync/sync-session.engine.ts';
import type { Resealing } from '../api.ts';
import { planErasure } from '../write/write-registers.ts';

/** Quarantine holds at most one value per register of the vault. */
const ALL = 10_000_000;

/** `kg`: everything below it goes out again. */
export const beginReseal = (
  session: SyncSession,
  kg: number,
): Promise<Result<{ readonly registers: number }, CairnError>> =>
  session.store.write(async (tx) => {
    if ((await tx.meta('vault')) === null) return notInVault();
    if (((await tx.meta('resealBelow')) ?? 0) < kg) {
      await tx.apply({ meta: { resealBelow: kg } });
      session.memory.mayHoldOld = true;
    }
    return ok({ registers: await tx.sealedBelowCount(kg) });
  });

/** Registers accepted under an older generation are looked for once more. */
export const noteOld = ({ memory }: SyncSession, accepted: readonly StoredRegister[]): void => {
  const present = memory.sealer?.kg ?? 0;
  if (accepted.some(({ kg }) => kg < present)) memory.mayHoldOld = true;
};

/**
 * Everything below it is to be sealed again here; 0: nothing. Once a generation is complete every device gives what it still
 * holds under an older one, because nobody would take that from the server any more.
 */
const targetOf = async ({ memory }: SyncSession, tx: StoreReads): Promise<number> => {
  const wanted = (await tx.meta('resealBelow')) ?? 0;
  const present = memory.sealer?.kg ?? 0;
  return Math.max(wanted <= present ? wanted : 0, memory.bounds.complete);
};

/** Fills an empty outbox. Without the key of the generation it waits. */
export const topUpOutbox = async (session: SyncSession, tx: StoreTransaction): Promise<void> => {
  if (!session.memory.mayHoldOld) return;
  const target = await targetOf(session, tx);
  const refused = new Set((await tx.deadLetters(ALL)).map(({ entity, facet }) => registerKey(entity, facet)));
  const page = LIMITS.batchItemsMax + refused.size;
  const below = target === 0 ? [] : await nextBelow(session, tx, target, page);
  const unread = target === 0 ? [] : await sealableUnread(tx, target);
  const own = below.length > 0 ? [] : await ownLate(session, tx);
  const due = [...below, ...own, ...unread.slice(0, LIMITS.batchItemsMax)]
    .filter(({ entity, facet }) => !refused.has(registerKey(entity, facet)))
    .map(keyOf);
  if (due.length === 0) session.memory.mayHoldOld = false;
  await tx.apply({ outboxAdd: due });
};

/** What a register here has the place of would be sent for ever, as that register; it goes. [TR-17] */
const sealableUnread = async (
  tx: StoreTransaction,
  target: number,
): Promise<readonly QuarantinedRegister[]> => {
  const unread = (await tx.quarantined(ALL)).filter((one) => isSealable(one, target));
  if (unread.length === 0) return unread;
  const lost = new Set(
    beatenBy(unread, await tx.registersOf([...new Set(unread.map(({ entity }) => entity))])),
  );
  await tx.apply({ quarantineRemove: [...lost].map(keyOf) });
  return unread.filter((one) => !lost.has(one));
};

/** Goes on where it was, and begins again at the end: no page reads what those before it have read. */
const nextBelow = async (
  { memory }: SyncSession,
  tx: StoreReads,
  kg: number,
  limit: number,
): Promise<readonly StoredRegister[]> => {
  const from = memory.lookedUpTo;
  const rest = await tx.sealedBelow({ kg, above: HLC_ZERO, after: from }, limit);
  const found =
    rest.length > 0 || from === null
      ? rest
      : await tx.sealedBelow({ kg, above: HLC_ZERO, after: null }, limit);
  const last = found.at(-1);
  memory.lookedUpTo = last === undefined ? null : { entity: last.entity, facet: last.facet };
  return found;
};

/** A register that a newer program wrote and this one cannot understand, but can open. [SY-M6] */
export const isSealable = ({ reason, kg }: QuarantinedRegister, below: number): boolean =>
  reason === 'unknown' && kg > 0 && kg < below;

/**
 * Sent under the old key before this device heard of the new one: the others take it only under that. It is this device's own:
 * what came in so was dropped.
 */
const ownLate = (session: SyncSession, tx: StoreReads): Promise<readonly StoredRegister[]> =>
  late(session, tx, {});

const late = async (
  { memory }: SyncSession,
  tx: StoreReads,
  which: Pick<SealedQuery, 'isTaken'>,
): Promise<readonly StoredRegister[]> => {
  const [first] = memory.bounds.begun;
  const present = memory.sealer?.kg ?? 0;
  if (first === undefined) return [];
  const stamped = await tx.sealedBelow({ kg: present, above: first.since, after: null, ...which }, ALL);
  return stamped.filter((one) => isLate(memory.bounds, one));
};

/**
 * Values that came in under a key that had ended, before this device heard so: nobody but the server and a revoked device can have
 * made them. They go, and what the server holds comes again. A stamp names any device that its sealer likes, so the mark of
 * what was taken tells it from what was written here.
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

/** There may be more to send, also of its own that is late, and the key for it is here. */
export const isResealing = async (session: SyncSession, tx: StoreReads): Promise<boolean> => {
  const { mayHoldOld, sealer, bounds } = session.memory;
  if (!mayHoldOld || sealer === null) return false;
  return bounds.begun.length > 0 || (await targetOf(session, tx)) > 0;
};

/** Null where the present generation is the first, or does not say when it began. */
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

/** Everything that the server has is here, and everything that is here is there. */
const isAtHead = async (tx: StoreReads): Promise<boolean> => {
  const [pull, push] = [await tx.meta('pull'), await tx.meta('push')];
  if (pull === null || push === null || pull.bootstrap !== null || (await tx.meta('healing')) !== null)
    return false;
  const isIdle = (await tx.outboxCount()) === 0 && (await tx.inflight()) === null;
  return isIdle && pull.high >= Math.max(pull.head, push.head);
};

const keyOf = ({ entity, facet, hlc }: OutboxKey): OutboxKey => ({ entity, facet, hlc });
