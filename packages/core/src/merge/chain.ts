/** Versions of one memory, joined by links. [M-3, SY-M5] */
import type { EntityId } from '@cairn/schema';
import type { Neighbour } from '../ports/store.ts';
import { effectiveLinks, twinKey } from './visibility.ts';

export type Head =
  | { readonly kind: 'head'; readonly id: EntityId }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown' };

/** Where the links lead from `id`: to what is current, or to what was forgotten. */
export const headOf = (neighbours: readonly Neighbour[], id: EntityId): Head => {
  const byId = new Map(neighbours.map((neighbour) => [neighbour.id, neighbour]));
  const next = effectiveLinks(neighbours);
  let at = id;
  for (let to = next.get(at); to !== undefined; to = next.get(at)) at = to;
  const end = byId.get(at);
  if (end === undefined) return { kind: 'unknown' };
  return end.gone ? { kind: 'gone' } : { kind: 'head', id: at };
};

/** Everything that links connect with `id`, in both directions, `id` itself among it. */
export const chainOf = (neighbours: readonly Neighbour[], id: EntityId): ReadonlySet<EntityId> => {
  const beside = new Map<EntityId, EntityId[]>();
  const join = (from: EntityId, to: EntityId): void => {
    beside.set(from, [...(beside.get(from) ?? []), to]);
  };
  for (const { id: from, supersededBy } of neighbours) {
    if (supersededBy === null) continue;
    join(from, supersededBy);
    join(supersededBy, from);
  }
  const seen = new Set<EntityId>();
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    waiting.push(...(beside.get(at) ?? []));
  }
  return seen;
};

/**
 * What goes when `id` is forgotten: its chain, and what is shown as one with a member of it, with their chains. Of what is
 * returned all is here and not gone yet. [SY-M5, SY-M8]
 */
export const forgottenWith = (neighbours: readonly Neighbour[], id: EntityId): ReadonlySet<EntityId> => {
  const living = neighbours.filter(({ gone }) => !gone);
  const isShown = ({ state }: Neighbour): boolean => state === 0 || state === 2;
  const doomed = new Set<EntityId>();
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (doomed.has(at)) continue;
    const chain = chainOf(neighbours, at);
    for (const member of chain) doomed.add(member);
    const texts = new Set(living.filter((one) => chain.has(one.id) && isShown(one)).map(textOf));
    waiting.push(...living.filter((one) => isShown(one) && texts.has(textOf(one))).map((one) => one.id));
  }
  return new Set(living.map((one) => one.id).filter((one) => doomed.has(one)));
};

/** A keyed memory is no twin of anything: its key is part of what it says. */
const textOf = (neighbour: Neighbour): string =>
  neighbour.id.startsWith('m_') ? twinKey(neighbour.contentHash ?? neighbour.id, neighbour) : neighbour.id;
