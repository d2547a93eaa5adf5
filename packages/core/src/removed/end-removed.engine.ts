/** Restores memories that were set aside, or deletes their copies: on request, or when their time is over. [TR-3, M-16] */
import {
  COMPARING_LIMITS,
  type EntityId,
  LIMITS,
  memoryId,
  ok,
  type RemovedEnded,
  type RemovedRestored,
  refuse,
} from '@cairn/schema';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { commit, type Writer } from '../engine/write/write-memory.ts';
import { loadWriterFacts } from '../engine/write/writer-facts.ts';
import { deriveKeyedId } from '../memory/content-hash.ts';
import { DEFAULT_NAMESPACE } from '../memory/draft.ts';
import type { RemovedBy, RemovedMemory, StoreReads, StoreTransaction } from '../ports/store.ts';

/** Deletes copies of forgotten memories, here and in the daemon's own backups. [TR-3, ST-4] */
export const endCopies = async (
  tx: StoreTransaction,
  removed: readonly RemovedMemory[],
  nowMs: number,
): Promise<number> => {
  if (removed.length === 0) return 0;
  await tx.apply({ removedErase: removed.map(({ entity }) => entity), meta: { erasedAt: nowMs } });
  return removed.length;
};

/** More memories than any vault has. */
const ALL = 10_000_000;

/** Returns the copies of both kinds: forgotten here, and forgotten by other devices. */
export const allCopies = async (tx: StoreReads): Promise<readonly RemovedMemory[]> => [
  ...(await tx.removed('here', ALL)),
  ...(await tx.removed('others', ALL)),
];

/** The copies of one kind to act on. `ids` null: all of them. */
export interface Chosen {
  readonly by: RemovedBy;
  readonly ids: readonly string[] | null;
}

const NOT_KEPT: Readonly<Record<RemovedBy, string>> = {
  here: 'No memory with this id is in the trash of this device. `cairn trash` lists the trash.',
  others: 'No memory with this id was set aside. `cairn sync removed` lists those that were.',
};

const chosen = async (tx: StoreTransaction, { by, ids }: Chosen): Answer<readonly RemovedMemory[]> => {
  const kept = await tx.removed(by, ALL);
  if (ids === null) return ok(kept);
  const wanted = new Set(ids);
  const found = kept.filter(({ entity }) => wanted.has(entity));
  return found.length > 0 ? ok(found) : refuse('not_found', NOT_KEPT[by]);
};

/**
 * Saves copies as memories. They get new ids, because the old ids stay forgotten everywhere. A key derives the same id as before. If
 * the key has a value again, that value stays, and the copy is kept.
 */
export const restoreRemoved = (deps: WriteDeps, which: Chosen): Answer<RemovedRestored> =>
  deps.store.write(async (tx) => {
    const found = await chosen(tx, which);
    if (!found.ok) return found;
    const restored: { from: EntityId; id: EntityId }[] = [];
    const skipped: EntityId[] = [];
    for (let at = 0; at < found.value.length; at += LIMITS.batchItemsMax) {
      const writer = { tx, deps, facts: await loadWriterFacts(tx, deps) };
      const part = found.value.slice(at, at + LIMITS.batchItemsMax);
      const bodies = await withNewIds(writer, part);
      const taken = new Set(bodies.map(({ from }) => from));
      skipped.push(...part.flatMap(({ entity }) => (taken.has(entity) ? [] : [entity])));
      restored.push(...bodies.map(({ from, id }) => ({ from, id })));
      await commit(
        writer,
        bodies.map(({ id, body }) => ({ entity: id, facet: { facet: 'body', value: body } })),
      );
    }
    await tx.apply({ removedErase: restored.map(({ from }) => from) });
    return ok({ restored, skipped });
  });

const withNewIds = async (writer: Writer, part: readonly RemovedMemory[]) => {
  const { tx, deps, facts } = writer;
  const made: { from: EntityId; id: EntityId; body: RemovedMemory['body'] }[] = [];
  for (const { entity, body } of part) {
    const { key, project, namespace } = body;
    if (key === null) made.push({ from: entity, id: memoryId(facts.stampMs, deps.random.bytes(10)), body });
    else {
      const id = deriveKeyedId(facts.salt, { namespace: namespace ?? DEFAULT_NAMESPACE, project, key });
      // A key that had another id before a vault was entered may have two copies. The newer is first.
      const isTaken = made.some((one) => one.id === id) || (await tx.memory(id)) !== null;
      if (!isTaken) made.push({ from: entity, id, body });
    }
  }
  return made;
};

export const dropRemoved = (deps: WriteDeps, which: Chosen): Answer<RemovedEnded> =>
  deps.store.write(async (tx) => {
    const found = await chosen(tx, which);
    return found.ok ? ok({ ended: await endCopies(tx, found.value, deps.clock.nowMs()) }) : found;
  });

/**
 * Deletes copies that are older than 30 days. It measures their age by the clock of an earlier look, so a clock that jumps ahead once
 * deletes nothing. If the clock is still ahead hours later, it is believed.
 */
export const expireRemoved = (deps: WriteDeps): Promise<{ readonly ended: number }> =>
  deps.store.write(async (tx) => {
    const nowMs = deps.clock.nowMs();
    const seenMs = await tx.meta('removedSeenAt');
    const isAhead = seenMs === null || seenMs > nowMs;
    if (!isAhead && nowMs - seenMs < COMPARING_LIMITS.removedLookMs) return { ended: 0 };
    const copies = await allCopies(tx);
    if (copies.length === 0) return { ended: 0 };
    await tx.apply({ meta: { removedSeenAt: nowMs } });
    if (isAhead) return { ended: 0 };
    const over = copies.filter(({ at }) => seenMs - at >= COMPARING_LIMITS.removedKeptMs);
    return { ended: await endCopies(tx, over, nowMs) };
  });
