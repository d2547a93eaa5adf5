/** Stores a pulled page and its cursor in one transaction: after a kill both are stored, or neither. [SY-P2] */
import { type EntityId, entityKind, LIMITS, ok, type PulledItem, type PullResponse } from '@cairn/schema';
import type { PageOutcome } from '../engine/api.ts';
import type { Answer } from '../engine/deps.ts';
import { isResealing, noteOld } from '../engine/vault/reseal.ts';
import { recoverOfAge } from '../engine/vault/use-keys.ts';
import { decideAgain } from '../engine/write/project-again.ts';
import { erases } from '../merge/beats.ts';
import { entitiesOf, keyOf, stampedKey } from '../merge/register-key.ts';
import type {
  MetaValues,
  OutboxKey,
  QuarantinedRegister,
  StoredRegister,
  StoreTransaction,
  WriteSet,
} from '../ports/store.ts';
import { type Before, bringing } from './bringing.ts';
import { enqueueTombstones, isPulling } from './heal.engine.ts';
import { mendStamps } from './mend-stamps.engine.ts';
import { isDoubted, type ReadPage, readPage } from './read-page.ts';
import {
  DEAD_LETTERS_MAX,
  noteOfAge,
  notInVault,
  openIncoming,
  type SyncSession,
  stampLimit,
  takeOwed,
} from './sync-session.engine.ts';
import { takeIn } from './take-in.engine.ts';
import { tellPast } from './tell-past.engine.ts';

export const applyPage = (session: SyncSession, page: PullResponse): Answer<PageOutcome> =>
  session.store.write(async (tx) => {
    const push = await tx.meta('push');
    if (push === null) return notInVault();
    if (await mendStamps(session, tx)) return ok(BEGINS_AGAIN);
    await recoverOfAge(session, tx);
    const before = await tx.meta('pull');
    const read = await readWithStore(session, tx, page.items);
    const lastPushAt = (await tx.meta('times'))?.lastPushAt ?? null;
    const planned = await takeIn(session, tx, read.registers, read.present, {
      ...(await setAside(tx, read)),
      // A batch that was frozen in the old epoch can never be sent.
      ...(page.epoch === push.epoch ? {} : { inflight: null }),
      meta: {
        pull: pullAfter(before, page),
        push: pushAfter(push, page, before),
        times: { lastPushAt, lastPullAt: session.clock.nowMs() },
      },
      indexLater: (before?.bootstrap?.done ?? 0) >= LIMITS.bootstrapNewest,
    });
    const lost = lostTombstones(page, read.present);
    await tx.apply({ outboxAdd: lost });
    const bootstrapDone = before?.bootstrap != null && !page.hasMore;
    // An original that no page brought was forgotten, so its successors wait for review. [RL-4]
    if (bootstrapDone) await decideAgain(tx, await tx.danglingSuccessors());
    const next = bootstrapDone ? await nextAfterBootstrap(tx) : null;
    const isPush = lost.length > 0 || takeOwed(session) || (!page.hasMore && (await knowsMore(session, tx)));
    return ok({
      applied: planned.registers?.length ?? 0,
      ...bringing(page, read, planned),
      quarantined: read.quarantineAdd.length,
      garbled: read.quarantineAdd.filter(isDoubted).length,
      missingKeys: read.missingKeys,
      hasMore: page.hasMore,
      bootstrapDone,
      next: next ?? (isPush ? 'push' : null),
      ...changesOf(planned),
    });
  });

/** Whether this device has bodies to publish or registers to seal again. Checked after the last page. [RL-11, RL-42] */
const knowsMore = async (session: SyncSession, tx: StoreTransaction): Promise<boolean> =>
  (await tellPast(session, tx)) > 0 || (await isResealing(session, tx));

/** The outcome of a page of an abandoned pull. A pull from nothing follows. [TR-5] */
const BEGINS_AGAIN: PageOutcome = {
  applied: 0,
  isNews: false,
  knownUpTo: 0,
  quarantined: 0,
  garbled: 0,
  missingKeys: [],
  hasMore: true,
  bootstrapDone: false,
  next: 'pull',
  memories: [],
  schedules: [],
  profile: false,
};

/** Enqueues what the server lacks, also after a join that was interrupted. [SY-E2, SY-U1] */
const nextAfterBootstrap = async (tx: StoreTransaction): Promise<PageOutcome['next']> => {
  const healing = await tx.meta('healing');
  if (healing === null) return (await tx.enqueueAll('unconfirmed')) > 0 ? 'push' : null;
  if (!isPulling(healing)) return null;
  await enqueueTombstones(tx, healing);
  return 'push';
};

/**
 * Returns the push state after a page. Only a pull from nothing can show a new epoch. Push numbers then start again,
 * because this device never pushed in the new epoch.
 *
 * The first page of a pull from nothing also corrects the head. A server may have reported a head that is too high. No
 * later answer would reach it, and the anchor stored with it would become outdated. [SY-E1, SY-E2, SY-U3, RL-10]
 */
const pushAfter = (
  push: MetaValues['push'],
  { epoch, head, anchor }: PullResponse,
  before: MetaValues['pull'] | null,
): MetaValues['push'] => {
  if (epoch !== push.epoch) return { epoch, anchor, head, lastPushNo: 0 };
  const isFirst = before?.cursor === null;
  return head < push.head && !isFirst ? push : { ...push, head, anchor };
};

/**
 * Returns the tombstones that the server lost. It sends values that the tombstone beats, or an older tombstone, with a
 * later sequence than the tombstone had. A device that holds that tombstone sends it again. [SY-E4]
 */
const lostTombstones = (
  { items }: PullResponse,
  present: readonly StoredRegister[],
): readonly OutboxKey[] => {
  const tombstones = new Map(
    present.flatMap((one) => (one.facet === 'gone' ? [[one.entity, one] as const] : [])),
  );
  if (tombstones.size === 0) return [];
  const lost = new Map<EntityId, OutboxKey>();
  for (const item of items) {
    const gone = tombstones.get(item.entity);
    if (gone === undefined || gone.seq === null || item.seq <= gone.seq || !isBeatenBy(item, gone)) continue;
    lost.set(gone.entity, keyOf(gone));
  }
  for (const { entity, facet, hlc } of items) {
    const gone = lost.get(entity);
    if (gone !== undefined && facet === 'gone' && hlc >= gone.hlc) lost.delete(entity);
  }
  return [...lost.values()];
};

const isBeatenBy = (item: PulledItem, gone: StoredRegister): boolean =>
  item.facet === 'gone' ? item.hlc < gone.hlc : erases(gone, item);

/**
 * Reads items together with what is stored. `isAnswered`: whether a quarantined value was requested by name. Such a
 * value never beats the answer, whatever its stamp. [TR-7]
 */
export const readWithStore = async (
  session: SyncSession,
  tx: StoreTransaction,
  items: readonly PulledItem[],
  isAnswered: (one: QuarantinedRegister) => boolean = () => false,
): Promise<ReadPage & Before> => {
  const entities = entitiesOf(items);
  const facts = {
    present: await tx.registersOf(entities),
    quarantined: (await tx.quarantinedOf(entities)).filter((one) => !isAnswered(one)),
    limitMs: await stampLimit(session, tx),
  };
  const read = readPage(items, facts, openIncoming(session));
  noteOfAge(session, read.quarantineAdd);
  noteOld(session, read.registers);
  return { ...read, present: facts.present, quarantined: facts.quarantined };
};

/** Returns the changes of the quarantine. Also removes the dead letters of registers that leave it. */
export const setAside = async (
  tx: StoreTransaction,
  { quarantineAdd, quarantineRemove }: ReadPage,
): Promise<WriteSet> => {
  if (quarantineRemove.length === 0) return { quarantineAdd };
  const removed = new Set(quarantineRemove.map(stampedKey));
  const letters = await tx.deadLetters(DEAD_LETTERS_MAX);
  return {
    quarantineAdd,
    quarantineRemove,
    deadRemove: letters.filter((letter) => removed.has(stampedKey(letter))),
  };
};

/** Returns the pull state after a page. A first pull is a bootstrap until its last page. [SY-P4] */
const pullAfter = (before: MetaValues['pull'] | null, page: PullResponse): MetaValues['pull'] => {
  const { cursor, high, head } = page;
  const running = before?.bootstrap ?? null;
  // A bootstrap into an empty store gets no tombstones up to the head of its first page. [SY-P4, SY-E5]
  const isSpared = before?.cursor === null && running?.empty === true;
  const skipped = isSpared ? head : before?.skipped;
  if (running === null || !page.hasMore) return { cursor, high, head, bootstrap: null, skipped };
  const expected = page.expected ?? running.expected;
  const start = running.start ?? head;
  const done = running.done + page.items.length;
  return { cursor, high, head, bootstrap: { ...running, done, expected, start }, skipped };
};

/** Returns what a write set changes for callers. */
export const changesOf = ({
  memories = [],
  eraseMemories = [],
  schedules = [],
  schedulesErase = [],
  registers = [],
}: WriteSet): Pick<PageOutcome, 'memories' | 'schedules' | 'profile'> => ({
  memories: [...new Set([...memories.map(({ id }) => id), ...eraseMemories])],
  schedules: [...schedules.map(({ id }) => id), ...schedulesErase],
  profile: registers.some(({ entity }) => entityKind(entity) === 'profile'),
});
