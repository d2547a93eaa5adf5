/** Versions of one memory, joined by links and by edges to the memories that they replaced. [M-3, SY-M5, RL-5] */
import type { EntityId } from '@cairn/schema';
import { STATE } from '../memory/memory-state.ts';
import type { Neighbour } from '../ports/store.ts';
import { append, endOf, twinKey, viewOf } from './visibility.ts';

export type Head =
  | { readonly kind: 'head'; readonly id: EntityId }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown' };

/** Follows the links from `id` to the current memory, or to a forgotten one. */
export const headOf = (neighbours: readonly Neighbour[], id: EntityId): Head => {
  const at = endOf(viewOf(neighbours).next, id);
  const end = neighbours.find((neighbour) => neighbour.id === at);
  if (end === undefined) return { kind: 'unknown' };
  return end.gone ? { kind: 'gone' } : { kind: 'head', id: at };
};

/** Returns the ids of all memories connected with `id` in either direction, `id` included, sorted. */
export const chainOf = (neighbours: readonly Neighbour[], id: EntityId): readonly EntityId[] => {
  const steps = stepsIn(neighbours, { overAll: true });
  return [...reach([id], (at) => steps.get(at) ?? [])].sort();
};

/**
 * Returns the memories that are deleted when `ids` are forgotten: their chains, the twins of any member, and the chains of those
 * twins. A memory that a person keeps beside its original is independent: it stays when the original is forgotten, but its own past
 * is deleted with it. A held memory has replaced nothing yet, so what it would replace stays. All returned memories are in
 * `neighbours` and not forgotten yet. [SY-M5, SY-M8, RL-3, G-1]
 */
export const forgottenWith = (
  neighbours: readonly Neighbour[],
  ids: readonly EntityId[],
): ReadonlySet<EntityId> => {
  const living = neighbours.filter(({ gone }) => !gone);
  const texts = new Map<EntityId, string>();
  const twins = new Map<string, EntityId[]>();
  for (const one of living)
    if (one.state === STATE.current || one.state === STATE.twin) {
      const text = textOf(one);
      texts.set(one.id, text);
      append(twins, text, one.id);
    }
  const steps = stepsIn(neighbours, { overAll: false });
  const doomed = reach(ids, (at) => {
    const text = texts.get(at) ?? '';
    const equal = twins.get(text) ?? [];
    // Expands each text only once: its first memory already leads to all others. [TR-55]
    twins.delete(text);
    return [...(steps.get(at) ?? []), ...equal];
  });
  return new Set(living.map((one) => one.id).filter((one) => doomed.has(one)));
};

type Steps = ReadonlyMap<EntityId, readonly EntityId[]>;

/**
 * Maps every memory to its direct neighbours. `overAll`: also from a memory to a successor that a person keeps beside it, and from a
 * held memory to what it would replace.
 */
const stepsIn = (neighbours: readonly Neighbour[], { overAll }: { readonly overAll: boolean }): Steps => {
  const steps = new Map<EntityId, EntityId[]>();
  const step = (from: EntityId, to: EntityId): void => append(steps, from, to);
  const held = new Set<EntityId>();
  const kept = new Set<string>();
  for (const { id, replaces, trust } of neighbours) {
    const isHeld = !overAll && trust === 'held';
    if (isHeld) held.add(id);
    for (const edge of replaces) {
      if (!isHeld) step(id, edge.original);
      if (overAll || !edge.kept) step(edge.original, id);
      else kept.add(`${edge.original} ${id}`);
    }
  }
  for (const { id, supersededBy } of neighbours) {
    if (supersededBy === null) continue;
    if (!held.has(supersededBy)) step(supersededBy, id);
    if (!kept.has(`${id} ${supersededBy}`)) step(id, supersededBy);
  }
  return steps;
};

/**
 * Returns the memories that stay although their link leads to one of `doomed`, each with its new link. A link to a forgotten memory
 * would hide them. [SY-M5, G-1]
 */
export const relinked = (
  neighbours: readonly Neighbour[],
  doomed: ReadonlySet<EntityId>,
): readonly { readonly id: EntityId; readonly to: EntityId | null }[] => {
  const staying = neighbours.filter(({ id, gone }) => !gone && !doomed.has(id));
  const successorOf = (original: EntityId): EntityId | null =>
    staying
      .filter(({ replaces }) => replaces.some((edge) => edge.original === original && !edge.kept))
      .map(({ id }) => id)
      .sort()
      .at(-1) ?? null;
  return staying.flatMap(({ id, supersededBy }) =>
    supersededBy !== null && doomed.has(supersededBy) ? [{ id, to: successorOf(id) }] : [],
  );
};

/** Returns everything that the steps reach, `from` included. Calls `stepsOf` once per memory, in the order of discovery. */
const reach = (
  from: readonly EntityId[],
  stepsOf: (id: EntityId) => readonly EntityId[],
): ReadonlySet<EntityId> => {
  const seen = new Set(from);
  for (const at of seen) for (const to of stepsOf(at)) seen.add(to);
  return seen;
};

/** Returns what two twins have in common. A keyed memory has no twins, because its key is part of its meaning. */
const textOf = (neighbour: Neighbour): string =>
  neighbour.id.startsWith('m_') ? twinKey(neighbour.contentHash ?? neighbour.id, neighbour) : neighbour.id;
