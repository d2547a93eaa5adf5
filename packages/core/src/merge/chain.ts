/** Versions of one memory, joined by links and by what they say that they replaced. [M-3, SY-M5, RL-5] */
import type { EntityId } from '@cairn/schema';
import type { Neighbour } from '../ports/store.ts';
import { append, endOf, twinKey, viewOf } from './visibility.ts';

export type Head =
  | { readonly kind: 'head'; readonly id: EntityId }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown' };

/** Where the links lead from `id`: to what is current, or to what was forgotten. */
export const headOf = (neighbours: readonly Neighbour[], id: EntityId): Head => {
  const at = endOf(viewOf(neighbours).next, id);
  const end = neighbours.find((neighbour) => neighbour.id === at);
  if (end === undefined) return { kind: 'unknown' };
  return end.gone ? { kind: 'gone' } : { kind: 'head', id: at };
};

/** Everything that is connected with `id`, in both directions, `id` itself among it, in the order of the ids. */
export const chainOf = (neighbours: readonly Neighbour[], id: EntityId): readonly EntityId[] => {
  const steps = stepsIn(neighbours, { overKept: true });
  return [...reach([id], (at) => steps.get(at) ?? [])].sort();
};

/**
 * The memories that go when these are forgotten: their chains, and those shown as one with a member of one, with their chains.
 * A memory that a person keeps beside others stands by itself: its past goes with it, but it stays when that goes. All that are
 * returned are here and not gone yet. [SY-M5, SY-M8, RL-3]
 */
export const forgottenWith = (
  neighbours: readonly Neighbour[],
  ids: readonly EntityId[],
): ReadonlySet<EntityId> => {
  const living = neighbours.filter(({ gone }) => !gone);
  const texts = new Map<EntityId, string>();
  const twins = new Map<string, EntityId[]>();
  for (const one of living)
    if (one.state === 0 || one.state === 2) {
      texts.set(one.id, textOf(one));
      append(twins, textOf(one), one.id);
    }
  const steps = stepsIn(neighbours, { overKept: false });
  const doomed = reach(ids, (at) => {
    const text = texts.get(at) ?? '';
    const equal = twins.get(text) ?? [];
    // Each text once: the first that has it leads to all others. [TR-55]
    twins.delete(text);
    return [...(steps.get(at) ?? []), ...equal];
  });
  return new Set(living.map((one) => one.id).filter((one) => doomed.has(one)));
};

type Steps = ReadonlyMap<EntityId, readonly EntityId[]>;

/** From every memory to those beside it. `overKept`: also from a memory to what took its place and stands by itself. */
const stepsIn = (neighbours: readonly Neighbour[], { overKept }: { readonly overKept: boolean }): Steps => {
  const steps = new Map<EntityId, EntityId[]>();
  const step = (from: EntityId, to: EntityId): void => append(steps, from, to);
  const kept = new Set<string>();
  for (const { id, replaces } of neighbours)
    for (const edge of replaces) {
      step(id, edge.original);
      if (overKept || !edge.kept) step(edge.original, id);
      else kept.add(`${edge.original} ${id}`);
    }
  for (const { id, supersededBy } of neighbours) {
    if (supersededBy === null) continue;
    step(supersededBy, id);
    if (!kept.has(`${id} ${supersededBy}`)) step(id, supersededBy);
  }
  return steps;
};

/** All that the steps lead to, these among it. Asked once for each, in the order in which they are met. */
const reach = (
  from: readonly EntityId[],
  stepsOf: (id: EntityId) => readonly EntityId[],
): ReadonlySet<EntityId> => {
  const seen = new Set(from);
  for (const at of seen) for (const to of stepsOf(at)) seen.add(to);
  return seen;
};

/** A keyed memory is no twin of anything: its key is part of what it says. */
const textOf = (neighbour: Neighbour): string =>
  neighbour.id.startsWith('m_') ? twinKey(neighbour.contentHash ?? neighbour.id, neighbour) : neighbour.id;
