/** Versions of one memory, joined by links and by what they say that they replaced. [M-3, SY-M5, RL-5] */
import type { EntityId } from '@cairn/schema';
import type { Neighbour } from '../ports/store.ts';
import { endOf, twinKey, viewOf } from './visibility.ts';

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
export const chainOf = (neighbours: readonly Neighbour[], id: EntityId): readonly EntityId[] =>
  [...reach(stepsIn(neighbours, { overKept: true }), id)].sort();

/**
 * The memories that go when `id` is forgotten: its chain, and those shown as one with a member of it, with their chains. A memory
 * that a person keeps beside others stands by itself: its past goes with it, but it stays when that goes. All that are returned
 * are here and not gone yet. [SY-M5, SY-M8, RL-3]
 */
export const forgottenWith = (neighbours: readonly Neighbour[], id: EntityId): ReadonlySet<EntityId> => {
  const living = neighbours.filter(({ gone }) => !gone);
  const isShown = ({ state }: Neighbour): boolean => state === 0 || state === 2;
  const steps = stepsIn(neighbours, { overKept: false });
  const doomed = new Set<EntityId>();
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (doomed.has(at)) continue;
    const chain = reach(steps, at);
    for (const member of chain) doomed.add(member);
    const texts = new Set(living.filter((one) => chain.has(one.id) && isShown(one)).map(textOf));
    waiting.push(...living.filter((one) => isShown(one) && texts.has(textOf(one))).map((one) => one.id));
  }
  return new Set(living.map((one) => one.id).filter((one) => doomed.has(one)));
};

type Steps = ReadonlyMap<EntityId, readonly EntityId[]>;

/** From every memory to those beside it. `overKept`: also from a memory to what took its place and stands by itself. */
const stepsIn = (neighbours: readonly Neighbour[], { overKept }: { readonly overKept: boolean }): Steps => {
  const steps = new Map<EntityId, EntityId[]>();
  const step = (from: EntityId, to: EntityId): void => {
    const known = steps.get(from);
    if (known === undefined) steps.set(from, [to]);
    else known.push(to);
  };
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

const reach = (steps: Steps, id: EntityId): ReadonlySet<EntityId> => {
  const seen = new Set<EntityId>();
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    waiting.push(...(steps.get(at) ?? []));
  }
  return seen;
};

/** A keyed memory is no twin of anything: its key is part of what it says. */
const textOf = (neighbour: Neighbour): string =>
  neighbour.id.startsWith('m_') ? twinKey(neighbour.contentHash ?? neighbour.id, neighbour) : neighbour.id;
