/** Decisions of a review, about memories that are held, contradict others or are stale. [M-4, G-1] */
import { type EntityId, err, isEntityId, ok, type Reviewed, writtenId } from '@cairn/schema';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { findHead, unknownId } from '../engine/read/history.ts';
import { forget } from '../engine/write/forget.ts';
import { joinFroms, replacing, type Writing } from '../engine/write/replacing.ts';
import { forkedFrom, orphanedBy, reviewedAfter, standing } from '../engine/write/standing.ts';
import { commit } from '../engine/write/write-memory.ts';
import { loadWriterFacts } from '../engine/write/writer-facts.ts';
import { invalid } from '../memory/invalid-input.ts';
import { STATE } from '../memory/memory-state.ts';
import type { FacetDraft } from '../memory/stamp.ts';
import type { MemoryRow, StoreTransaction } from '../ports/store.ts';
import { comparedOf, pairOf } from './compare-next.engine.ts';

/** True for a memory that waits for a decision: the guard held it, or a memory that it followed was forgotten. */
const isHeld = ({ state }: Pick<MemoryRow, 'state'>): boolean => state === STATE.held;

/**
 * Accepts a held memory, so searches find it. A memory that the guard held gets low trust, so no context shows it without a search
 * [G-1, CX-5]. A memory that was held because its original was forgotten becomes independent of it on every device [RL-4].
 */
export const acceptHeld = (deps: WriteDeps, id: string): Answer<Reviewed> =>
  deps.store.write(async (tx) => {
    const held = await heldRow(tx, id);
    if (!held.ok) return held;
    const facts = await loadWriterFacts(tx, deps);
    await commit({ tx, deps, facts }, await releasing({ tx, facts }, held.value));
    return ok({ id: held.value.id, decision: 'accept', by: null });
  });

/** Returns the writes after which a memory is held no longer. */
const releasing = async (
  writing: Writing,
  { id: entity, pinned, trust }: MemoryRow,
): Promise<readonly FacetDraft[]> => {
  const facet = { facet: 'flags', value: { pinned, trust: 'low' } } as const;
  const flags: readonly FacetDraft[] = trust === 'held' ? [{ entity, facet }] : [];
  return [...flags, ...(await standing(writing, orphanedBy, [entity]))];
};

/**
 * Rejects a held memory, and forgets it like any other. A memory that replaced the held one, and is not held itself, stays: the
 * rejection is not about its text.
 */
export const rejectHeld = async (deps: WriteDeps, id: string): Answer<Reviewed> => {
  const held = await deps.store.write(async (tx) => {
    const row = await heldRow(tx, id);
    if (!row.ok) return row;
    const facts = await loadWriterFacts(tx, deps);
    const ties = await standing({ tx, facts }, reviewedAfter, [row.value.id]);
    if (ties.length > 0) await commit({ tx, deps, facts }, ties);
    return row;
  });
  if (!held.ok) return held;
  const forgotten = await forget(deps, { ids: [held.value.id] });
  return forgotten.ok ? ok({ id: held.value.id, decision: 'reject', by: null }) : forgotten;
};

/** Links the memory `id` to `other`, which replaces it. Neither text changes. If `id` is held, the link ends its waiting. */
export const replaceBy = (deps: WriteDeps, id: string, other: string): Answer<Reviewed> =>
  deps.store.write(async (tx) => {
    const [old, by] = [await toReplace(tx, id), await headOrBeside(tx, other)];
    if (!old.ok) return old;
    if (!by.ok) return by;
    if (old.value.id === by.value.id)
      return invalid(`${id} and ${other} are already versions of one memory.`);
    if (isHeld(by.value)) return invalid(`${by.value.id} is held for review. Accept it first.`);
    const wasHeld = isHeld(old.value);
    const shown = wasHeld ? await shownPredecessor(tx, old.value.id) : null;
    if (shown !== null)
      return invalid(
        `${old.value.id} is held for review and would replace ${shown}. Accept it or reject it instead.`,
      );
    const facts = await loadWriterFacts(tx, deps);
    const writing = { tx, facts };
    const drafts = wasHeld ? await releasingFor(writing, old.value, by.value.id) : [];
    const links = await replacing(writing, old.value, by.value.id);
    await commit({ tx, deps, facts }, joinFroms([...drafts, ...links]));
    return ok({ id: old.value.id, decision: 'supersede', by: by.value.id });
  });

/**
 * Returns the writes that release a memory before `by` replaces it. Other memories that replaced it earlier, and are not held, become
 * independent of it. Otherwise `by` would hide them.
 */
const releasingFor = async (
  writing: Writing,
  held: MemoryRow,
  by: EntityId,
): Promise<readonly FacetDraft[]> => {
  const tiesOfOthers: typeof reviewedAfter = (neighbours, ids) =>
    reviewedAfter(neighbours, ids).filter(({ successor }) => successor !== by);
  return [...(await releasing(writing, held)), ...(await standing(writing, tiesOfOthers, [held.id]))];
};

/** Returns a memory that the held one would replace, and that is not held itself; null if there is none. */
const shownPredecessor = async (tx: StoreTransaction, held: EntityId): Promise<EntityId | null> => {
  const neighbours = await tx.neighboursOf([held]);
  const originals = neighbours.find(({ id }) => id === held)?.replaces.map(({ original }) => original) ?? [];
  const shown = neighbours.find(
    (one) => !one.gone && !isHeld(one) && (one.supersededBy === held || originals.includes(one.id)),
  );
  return shown?.id ?? null;
};

/**
 * Keeps the memory `id` beside each of `others`. Without `others` it keeps the memory although it looks stale. The decision holds on
 * this device. If two of the memories are successors of one memory, all devices receive the decision that both stay [RL-3].
 */
export const keepReviewed = (deps: WriteDeps, id: string, others: readonly string[]): Answer<Reviewed> =>
  deps.store.write(async (tx) => {
    const row = await presentRow(tx, id);
    if (!row.ok) return row;
    const beside: MemoryRow[] = [];
    for (const other of others) {
      const found = await presentRow(tx, other);
      if (!found.ok) return found;
      beside.push(found.value);
    }
    if (others.length === 0) await tx.keepFinding(comparedOf(row.value), null);
    const facts = await loadWriterFacts(tx, deps);
    const ids = [row.value.id, ...beside.map((one) => one.id)];
    const both = await standing({ tx, facts }, forkedFrom, ids);
    if (both.length > 0) await commit({ tx, deps, facts }, both);
    for (const one of beside) {
      const { entity, other: second } = pairOf(row.value, one);
      await tx.keepFinding(entity, second);
    }
    return ok({ id: row.value.id, decision: 'keep', by: null });
  });

const presentRow = async (tx: StoreTransaction, raw: string): Answer<MemoryRow> => {
  const id = writtenId(raw);
  const row = isEntityId(id) ? await tx.memory(id) : null;
  return row === null ? err(unknownId(id)) : ok(row);
};

const heldRow = async (tx: StoreTransaction, raw: string): Answer<MemoryRow> => {
  const row = await presentRow(tx, raw);
  if (!row.ok || isHeld(row.value)) return row;
  return invalid(
    `${row.value.id} is not held for review. To change it, use \`cairn forget\` or \`cairn supersede\`.`,
  );
};

/** Returns the memory itself if it is held, even when another memory replaced it. Otherwise returns what `headOrBeside` returns. */
const toReplace = async (tx: StoreTransaction, raw: string): Answer<MemoryRow> => {
  const row = await presentRow(tx, raw);
  return row.ok && isHeld(row.value) ? row : headOrBeside(tx, raw);
};

/**
 * Returns the head, which is the current version of the memory. If two memories replaced one, and this is the one that lost, returns
 * the memory itself. [RL-2]
 */
const headOrBeside = async (tx: StoreTransaction, raw: string): Answer<MemoryRow> => {
  const row = await presentRow(tx, raw);
  return row.ok && row.value.state === STATE.superseded && row.value.supersededBy === null
    ? row
    : findHead(tx, raw);
};
