/** One pulled page and its cursor, in one transaction: after a kill the page is here with its cursor, or neither. [SY-P2] */
import {
  type CairnError,
  type EntityId,
  entityKind,
  LIMITS,
  ok,
  type PulledItem,
  type PullResponse,
  type Result,
} from '@cairn/schema';
import type { PageOutcome } from '../engine/api.ts';
import { isResealing, noteOld } from '../engine/vault/reseal.ts';
import { recoverOfAge } from '../engine/vault/use-keys.ts';
import { decideAgain } from '../engine/write/project-again.ts';
import { erases } from '../merge/beats.ts';
import type {
  MetaValues,
  OutboxKey,
  QuarantinedRegister,
  StoredRegister,
  StoreTransaction,
  WriteSet,
} from '../ports/store.ts';
import { type Before, bringing } from './bringing.ts';
import { enqueueTombstones } from './heal.engine.ts';
import { isPulling } from './healing.ts';
import { mendStamps } from './mend-stamps.engine.ts';
import { isDoubted, type ReadPage, readPage } from './read-page.ts';
import { stampedKey } from './settle.ts';
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

export const applyPage = (
  session: SyncSession,
  page: PullResponse,
): Promise<Result<PageOutcome, CairnError>> =>
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
      ...thawed(push, page),
      meta: {
        pull: pullAfter(before, page),
        push: pushAfter(push, page, before),
        times: { lastPushAt, lastPullAt: session.clock.nowMs() },
      },
      indexLater: (before?.bootstrap?.done ?? 0) >= LIMITS.bootstrapNewest,
    });
    const again = lostTombstones(page, read.present);
    await tx.apply({ outboxAdd: again });
    const bootstrapDone = before?.bootstrap != null && !page.hasMore;
    // A memory that has not come by now was forgotten. [RL-4]
    if (bootstrapDone) await decideAgain(tx, await tx.danglingSuccessors());
    const next = bootstrapDone ? await goOn(tx) : null;
    const isPush = again.length > 0 || takeOwed(session) || (!page.hasMore && (await knowsMore(session, tx)));
    return ok({
      applied: planned.registers?.length ?? 0,
      ...bringing(page, read, planned),
      quarantined: read.quarantineAdd.length,
      garbled: read.quarantineAdd.filter(isDoubted).length,
      missingKeys: read.missingKeys,
      hasMore: page.hasMore,
      bootstrapDone,
      next: next ?? (isPush ? 'push' : null),
      memories: changedMemories(planned),
      schedules: changedSchedules(planned),
      profile: changesProfile(planned),
    });
  });

/** After the last page: what is known here now and not elsewhere, or not under the present key. [RL-11, RL-42] */
const knowsMore = async (session: SyncSession, tx: StoreTransaction): Promise<boolean> =>
  (await tellPast(session, tx)) > 0 || (await isResealing(session, tx));

/** The page belongs to a pull that is given up for one from nothing. [TR-5] */
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

/** After the last page: what the server turned out to lack, after a join that was cut short too, is sent now. [SY-E2, SY-U1] */
const goOn = async (tx: StoreTransaction): Promise<PageOutcome['next']> => {
  const healing = await tx.meta('healing');
  if (healing === null) return (await tx.enqueueAll('unconfirmed')) > 0 ? 'push' : null;
  if (!isPulling(healing)) return null;
  await enqueueTombstones(tx, healing);
  return 'push';
};

/**
 * Only a pull from nothing can come from another epoch than the one that pushes know. A batch frozen in that one cannot be
 * sent any more, and numbers begin again: an epoch that follows the one that this device names is one that it never pushed in.
 * Its first page says where the log ends, also below a head that the server made up: no answer would ever reach that one, and
 * the commit that was known with it grows too old to go on from. [SY-E1, SY-E2, SY-U3, RL-10]
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

const thawed = (push: MetaValues['push'], { epoch }: PullResponse): Pick<WriteSet, 'inflight'> =>
  epoch === push.epoch ? {} : { inflight: null };

/**
 * Values that came to the server after it had the tombstone that beats them: the server lost that one, and somebody brought
 * them back, or sent an older tombstone. A device that still knows the larger one sends it again. [SY-E4]
 */
const lostTombstones = (
  { items }: PullResponse,
  present: readonly StoredRegister[],
): readonly OutboxKey[] => {
  const tombstones = new Map(
    present.flatMap((one) => (one.facet === 'gone' ? [[one.entity, one] as const] : [])),
  );
  if (tombstones.size === 0) return [];
  const again = new Map<EntityId, OutboxKey>();
  for (const item of items) {
    const gone = tombstones.get(item.entity);
    if (gone === undefined || gone.seq === null || item.seq <= gone.seq || !isBeatenBy(item, gone)) continue;
    again.set(gone.entity, { entity: gone.entity, facet: gone.facet, hlc: gone.hlc });
  }
  for (const { entity, facet, hlc } of items) {
    const gone = again.get(entity);
    if (gone !== undefined && facet === 'gone' && hlc >= gone.hlc) again.delete(entity);
  }
  return [...again.values()];
};

const isBeatenBy = (item: PulledItem, gone: StoredRegister): boolean =>
  item.facet === 'gone' ? item.hlc < gone.hlc : erases(gone, item);

/** `isAnswered`: quarantined items that these items answer for. They beat no answer, whatever their stamp. [TR-7] */
export const readWithStore = async (
  session: SyncSession,
  tx: StoreTransaction,
  items: readonly PulledItem[],
  isAnswered: (one: QuarantinedRegister) => boolean = () => false,
): Promise<ReadPage & Before> => {
  const entities = [...new Set(items.map((item) => item.entity))];
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

/** A register that leaves quarantine needs no letter any more. */
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

/** A first pull is a bootstrap until its last page. [SY-P4] */
const pullAfter = (before: MetaValues['pull'] | null, page: PullResponse): MetaValues['pull'] => {
  const { cursor, high, head } = page;
  const running = before?.bootstrap ?? null;
  const skipped = skippedAfter(before, page);
  if (running === null || !page.hasMore) return { cursor, high, head, bootstrap: null, skipped };
  const expected = page.expected ?? running.expected;
  const start = running.start ?? head;
  const done = running.done + page.items.length;
  return { cursor, high, head, bootstrap: { ...running, done, expected, start }, skipped };
};

/** The first page of a bootstrap into an empty store says where it begins; older tombstones never come. [SY-P4, SY-E5] */
const skippedAfter = (before: MetaValues['pull'] | null, page: PullResponse): number | undefined =>
  before?.cursor === null && before.bootstrap?.empty === true ? page.head : before?.skipped;

export const changedMemories = (planned: WriteSet): readonly EntityId[] => [
  ...new Set([...(planned.memories ?? []).map((row) => row.id), ...(planned.eraseMemories ?? [])]),
];

export const changedSchedules = (planned: WriteSet): readonly EntityId[] => [
  ...(planned.schedules ?? []).map((row) => row.id),
  ...(planned.schedulesErase ?? []),
];

export const changesProfile = ({ registers = [] }: WriteSet): boolean =>
  registers.some(({ entity }) => entityKind(entity) === 'profile');
