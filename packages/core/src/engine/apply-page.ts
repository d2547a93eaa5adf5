/** One pulled page and its cursor, in one transaction: after a kill the page is here with its cursor, or neither. [SY-P2] */
import {
  type CairnError,
  type EntityId,
  ok,
  type PulledItem,
  type PullResponse,
  type Result,
} from '@cairn/schema';
import type { MetaValues, StoreTransaction, WriteSet } from '../ports/store.ts';
import { type ReadPage, readPage } from '../sync/read-page.ts';
import type { PageOutcome } from './api.ts';
import { joinWriteSets, notInVault, raisedTo, type SyncSession } from './sync-session.ts';
import { planWrite } from './write-registers.ts';

export const applyPage = (
  session: SyncSession,
  page: PullResponse,
): Promise<Result<PageOutcome, CairnError>> =>
  session.store.write(async (tx) => {
    const push = await tx.meta('push');
    if (push === null) return notInVault();
    const before = await tx.meta('pull');
    const read = await readWithStore(session, tx, page.items);
    const nowMs = session.clock.nowMs();
    const planned = await planWrite(tx, read.registers, { origin: 'remote', nowMs, inVault: true });
    const pull = pullAfter(before, page);
    const meta = {
      pull,
      push: page.head < push.head ? push : { ...push, head: page.head, anchor: page.anchor },
      published: await raisedTo(tx, [...read.registers, ...read.echoes]),
      times: { lastPushAt: (await tx.meta('times'))?.lastPushAt ?? null, lastPullAt: nowMs },
    };
    await tx.apply(joinWriteSets(planned, { ...setAside(read), meta }));
    const bootstrapDone = before?.bootstrap != null && !page.hasMore;
    // What the server turned out to lack: after a fork, or a join that was cut short. [SY-E3, SY-U1]
    if (bootstrapDone) await tx.enqueueAll(true);
    return ok({
      applied: planned.registers?.length ?? 0,
      quarantined: read.quarantineAdd.length,
      missingKeys: read.missingKeys,
      hasMore: page.hasMore,
      bootstrapDone,
      memories: changedMemories(planned),
    });
  });

export const readWithStore = async (
  session: SyncSession,
  tx: StoreTransaction,
  items: readonly PulledItem[],
): Promise<ReadPage> => {
  const entities = [...new Set(items.map((item) => item.entity))];
  const facts = { present: await tx.registersOf(entities), quarantined: await tx.quarantinedOf(entities) };
  const { sealer } = session.memory;
  return readPage(items, facts, (item) => sealer?.open(item) ?? { ok: false, error: 'no_key' });
};

/** An echo acknowledges like a verdict does: it comes with a sequence, out of a committed transaction. [SY-U6] */
export const setAside = ({ echoes, quarantineAdd, quarantineRemove }: ReadPage): WriteSet => ({
  outboxRemove: echoes.map(({ entity, facet, hlc }) => ({ entity, facet, hlc })),
  confirmed: echoes,
  quarantineAdd,
  quarantineRemove,
});

/** A first pull is a bootstrap until its last page. [SY-P4] */
const pullAfter = (before: MetaValues['pull'] | null, page: PullResponse): MetaValues['pull'] => {
  const { cursor, high, head } = page;
  const running = before?.bootstrap ?? null;
  const skipped = skippedAfter(before, page);
  if (running === null || !page.hasMore) return { cursor, high, head, bootstrap: null, skipped };
  const expected = page.expected ?? running.expected;
  const bootstrap = { ...running, done: running.done + page.items.length, expected };
  return { cursor, high, head, bootstrap, skipped };
};

/** The first page of a bootstrap into an empty store says where it begins; older tombstones never come. [SY-P4, SY-E5] */
const skippedAfter = (before: MetaValues['pull'] | null, page: PullResponse): number | undefined =>
  before?.cursor === null && before.bootstrap?.empty === true ? page.head : before?.skipped;

export const changedMemories = (planned: WriteSet): readonly EntityId[] => [
  ...new Set([...(planned.memories ?? []).map((row) => row.id), ...(planned.eraseMemories ?? [])]),
];
