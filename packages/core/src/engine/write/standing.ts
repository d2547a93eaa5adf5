/**
 * Lets a memory stand by itself on a person's decision: beside another successor, or although the memory that it
 * replaced was forgotten. [RL-3, RL-4]
 */
import { type EntityId, isEntityId } from '@cairn/schema';
import { STATE } from '../../memory/memory-state.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import { append, viewOf } from '../../merge/visibility.ts';
import type { Edge, Neighbour } from '../../ports/store.ts';
import { fromDrafts, type Writing } from './replacing.ts';

interface Standing extends Edge {
  readonly successor: EntityId;
}
type Ties = (neighbours: readonly Neighbour[], ids: readonly string[]) => readonly Standing[];

/** Returns the writes that make memories stand by themselves, whatever replaced their predecessors. */
export const standing = async (
  writing: Writing,
  tiesOf: Ties,
  ids: readonly string[],
): Promise<readonly FacetDraft[]> => {
  const all = tiesOf(await writing.tx.neighboursOf(ids.filter(isEntityId)), ids);
  const ties = Map.groupBy(all, ({ successor }) => successor);
  const drafts: FacetDraft[] = [];
  for (const [successor, its] of ties) drafts.push(...(await fromDrafts(writing, successor, its)));
  return drafts;
};

/** Returns both sides of every fork between these memories, so neither yields to the other or to a third. [RL-3] */
export const forkedFrom: Ties = (neighbours, ids) =>
  viewOf(neighbours)
    .forks.filter(({ winnerHead, loserHead }) => ids.includes(winnerHead) && ids.includes(loserHead))
    .flatMap(({ original, winner, loser }) =>
      [winner, loser].map((successor) => ({ original, successor, kept: true })),
    );

/** Returns the ties of these memories and their predecessors to replaced memories that are forgotten or not here. [RL-4] */
export const orphanedBy: Ties = (neighbours, ids) => {
  const living = new Map<string, Neighbour>(
    neighbours.filter(({ gone }) => !gone).map((one) => [one.id, one]),
  );
  const linked = Map.groupBy<string | null, Neighbour>(living.values(), ({ supersededBy }) => supersededBy);
  const past = new Set<string>(ids);
  for (const id of past) {
    for (const { original } of living.get(id)?.replaces ?? []) past.add(original);
    for (const before of linked.get(id) ?? []) past.add(before.id);
  }
  return [...living.values()]
    .filter(({ id }) => past.has(id))
    .flatMap(({ id, replaces }) =>
      replaces
        .filter(({ original, kept }) => !kept && !living.has(original))
        .map(({ original }) => ({ original, successor: id, kept: true })),
    );
};

/** Returns the ties of memories that do not wait for review to these, which they replaced. [G-1] */
export const reviewedAfter: Ties = (neighbours, ids) => {
  const links = new Map<EntityId, EntityId[]>();
  for (const { id, supersededBy } of neighbours)
    if (supersededBy !== null && ids.includes(id)) append(links, supersededBy, id);
  return neighbours
    .filter(({ gone, state }) => !gone && state !== STATE.held)
    .flatMap(({ id, replaces }) =>
      [
        ...replaces.map(({ original }) => original).filter((one) => ids.includes(one)),
        ...(links.get(id) ?? []),
      ].map((original) => ({ original, successor: id, kept: true })),
    );
};

/** Returns the ties of every memory that says that it replaced one of these. */
export const successorsOf: Ties = (neighbours, ids) =>
  neighbours.flatMap(({ id: successor, replaces }) =>
    replaces
      .filter(({ original, kept }) => !kept && ids.includes(original))
      .map(({ original }) => ({ original, successor, kept: true })),
  );
