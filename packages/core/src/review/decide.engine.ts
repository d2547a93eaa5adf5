/** Decisions about held, contradicting and stale memories. [M-4, G-1] */
import { type EntityId, err, isEntityId, ok, type Reviewed } from '@cairn/schema';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { findHead, unknownId } from '../engine/read/history.ts';
import { forget } from '../engine/write/forget.ts';
import { joinFroms, replacing, type Writing } from '../engine/write/replacing.ts';
import { forkedFrom, orphanedBy, reviewedAfter, standing } from '../engine/write/standing.ts';
import { commit } from '../engine/write/write-memory.ts';
import { loadWriterFacts } from '../engine/write/writer-facts.ts';
import { invalid } from '../memory/invalid-input.ts';
import type { FacetDraft } from '../memory/stamp.ts';
import type { MemoryRow, StoreTransaction } from '../ports/store.ts';
import { comparedOf, pairOf } from './compare-next.engine.ts';

/**
 * Accepts a held memory, so that searches find it. It keeps low trust, so a text that reads like an order gets into no context
 * without a search [G-1, CX-5]. A memory that waited because its original was forgotten becomes independent on every device [RL-4].
 */
export const acceptHeld = (deps: WriteDeps, id: string): Answer<Reviewed> =>
  deps.store.write(async (tx) => {
    const held = await heldRow(tx, id);
    if (!held.ok) return held;
    const facts = await loadWriterFacts(tx, deps);
    await commit({ tx, deps, facts }, await released({ tx, facts }, held.value));
    return ok({ id: held.value.id, decision: 'accept', by: null });
  });

/** Returns the writes after which a held memory waits no longer. */
const released = async (
  writing: Writing,
  { id: entity, pinned, trust }: MemoryRow,
): Promise<readonly FacetDraft[]> => {
  const facet = { facet: 'flags', value: { pinned, trust: 'low' } } as const;
  const trusted: readonly FacetDraft[] = trust === 'held' ? [{ entity, facet }] : [];
  return [...trusted, ...(await standing(writing, orphanedBy, [entity]))];
};

/**
 * Rejects a held memory and forgets it like any other. If a memory that is not held replaced it, that memory then stands by itself,
 * because the rejection is not about its text.
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

/** Links one memory to the one that replaces it. Neither text changes. The link also counts as the review of a held memory. */
export const replaceBy = (deps: WriteDeps, id: string, other: string): Answer<Reviewed> =>
  deps.store.write(async (tx) => {
    const [old, by] = [await toReplace(tx, id), await headOrBeside(tx, other)];
    if (!old.ok) return old;
    if (!by.ok) return by;
    if (old.value.id === by.value.id)
      return invalid(`${id} and ${other} are already versions of one memory.`);
    if (by.value.state === 3) return invalid(`${by.value.id} is held for review. Accept it first.`);
    const isHeld = old.value.state === 3;
    const before = isHeld ? await shownBefore(tx, old.value.id) : null;
    if (before !== null)
      return invalid(
        `${old.value.id} is held for review and would replace ${before}. Accept it or reject it instead.`,
      );
    const facts = await loadWriterFacts(tx, deps);
    const writing = { tx, facts };
    const drafts = isHeld ? await setFree(writing, old.value, by.value.id) : [];
    const links = await replacing(writing, old.value, by.value.id);
    await commit({ tx, deps, facts }, joinFroms([...drafts, ...links]));
    return ok({ id: old.value.id, decision: 'supersede', by: by.value.id });
  });

/** Returns the writes that end a held memory's waiting. What others wrote in its place stands by itself, so `by` does not hide it. */
const setFree = async (writing: Writing, held: MemoryRow, by: EntityId): Promise<readonly FacetDraft[]> => {
  const others: typeof reviewedAfter = (neighbours, ids) =>
    reviewedAfter(neighbours, ids).filter(({ successor }) => successor !== by);
  return [...(await released(writing, held)), ...(await standing(writing, others, [held.id]))];
};

/** Returns a memory that the held one would replace, and that is not held itself. */
const shownBefore = async (tx: StoreTransaction, held: EntityId): Promise<EntityId | null> => {
  const neighbours = await tx.neighboursOf([held]);
  const originals = neighbours.find(({ id }) => id === held)?.replaces.map(({ original }) => original) ?? [];
  const shown = neighbours.find(
    ({ id, gone, state, supersededBy }) =>
      !gone && state !== 3 && (supersededBy === held || originals.includes(id)),
  );
  return shown?.id ?? null;
};

/**
 * Keeps memories beside each other. The decision is local, except for two successors of one memory: all devices receive that both
 * stay [RL-3]. Without `others` it keeps one memory although it looks stale.
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
  const id = raw.trim();
  const row = isEntityId(id) ? await tx.memory(id) : null;
  return row === null ? err(unknownId(id)) : ok(row);
};

const heldRow = async (tx: StoreTransaction, raw: string): Answer<MemoryRow> => {
  const row = await presentRow(tx, raw);
  if (!row.ok || row.value.state === 3) return row;
  return invalid(
    `${row.value.id} is not held for review. To change it, use \`cairn forget\` or \`cairn supersede\`.`,
  );
};

/** Returns a held memory itself, although somebody may have written another one in its place. */
const toReplace = async (tx: StoreTransaction, raw: string): Answer<MemoryRow> => {
  const row = await presentRow(tx, raw);
  return row.ok && row.value.state === 3 ? row : headOrBeside(tx, raw);
};

/**
 * Returns the memory itself when it is one of two successors, although the other successor is the current version. Otherwise returns
 * the head. [RL-2]
 */
const headOrBeside = async (tx: StoreTransaction, raw: string): Answer<MemoryRow> => {
  const row = await presentRow(tx, raw);
  return row.ok && row.value.state === 1 && row.value.supersededBy === null ? row : findHead(tx, raw);
};
