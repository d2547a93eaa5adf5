/**
 * Which memories are current, from the links between them and their twins. A pure function of the registers, so every
 * device shows the same, whatever came first. [SY-M5, SY-M8, G-1]
 */
import { type EntityId, entityKind, HLC_ZERO, type Hlc } from '@cairn/schema';
import type { MemoryState, Neighbour } from '../ports/store.ts';

/**
 * The state of every memory among `neighbours` that has a row. The list must be closed over links in both directions and
 * over equal content hashes, or the answer is one of a smaller world.
 */
export const visibilityOf = (neighbours: readonly Neighbour[]): ReadonlyMap<EntityId, MemoryState> => {
  const next = effectiveLinks(neighbours);
  const states = new Map<EntityId, MemoryState>();
  for (const { id, gone, trust } of neighbours) {
    if (!gone) states.set(id, trust === 'held' ? 3 : next.has(id) ? 1 : 0);
  }
  for (const id of hiddenTwins(neighbours.filter((neighbour) => states.get(neighbour.id) === 0)))
    states.set(id, 2);
  return states;
};

/**
 * The links that hide something: from a memory to its successor. A link to an absent entity hides nothing, to one that is
 * gone still hides [SY-M5]; a successor that is held for review hides nothing until it is approved [G-1]. Of every cycle
 * the link with the smallest stamp is dropped, so following the links always ends.
 */
export const effectiveLinks = (neighbours: readonly Neighbour[]): ReadonlyMap<EntityId, EntityId> => {
  const byId = new Map(neighbours.map((neighbour) => [neighbour.id, neighbour]));
  const next = new Map<EntityId, EntityId>();
  for (const { id, gone, supersededBy } of neighbours) {
    if (gone || supersededBy === null) continue;
    const target = byId.get(supersededBy);
    if (target !== undefined && (target.gone || target.trust !== 'held')) next.set(id, supersededBy);
  }
  for (const cycle of cyclesOf(next)) next.delete(weakest(cycle, byId));
  return next;
};

/** Every node has at most one successor, so each walk ends in nothing, in what was seen before, or in a new cycle. */
const cyclesOf = (next: ReadonlyMap<EntityId, EntityId>): readonly (readonly EntityId[])[] => {
  const cycles: EntityId[][] = [];
  const walkOf = new Map<EntityId, EntityId>();
  for (const start of next.keys()) {
    const path: EntityId[] = [];
    let at: EntityId | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, start);
      path.push(at);
      at = next.get(at);
    }
    if (at !== undefined && walkOf.get(at) === start) {
      const from = path.indexOf(at);
      if (from >= 0) cycles.push(path.slice(from));
    }
  }
  return cycles;
};

const weakest = (cycle: readonly EntityId[], byId: ReadonlyMap<EntityId, Neighbour>): EntityId => {
  const stamp = (id: EntityId): Hlc => byId.get(id)?.linkHlc ?? HLC_ZERO;
  return cycle.reduce((min, id) =>
    stamp(id) < stamp(min) || (stamp(id) === stamp(min) && id < min) ? id : min,
  );
};

/** Of current free memories with equal text in the same scope the one with the smallest id shows. [SY-M8] */
const hiddenTwins = (current: readonly Neighbour[]): readonly EntityId[] => {
  const smallest = new Map<string, EntityId>();
  const hidden: EntityId[] = [];
  for (const neighbour of current) {
    if (neighbour.contentHash === null || entityKind(neighbour.id) !== 'memory') continue;
    const scope = twinKey(neighbour.contentHash, neighbour);
    const shown = smallest.get(scope);
    if (shown === undefined || neighbour.id < shown) smallest.set(scope, neighbour.id);
    if (shown === undefined) continue;
    hidden.push(...[neighbour.id, shown].filter((id) => id !== smallest.get(scope)));
  }
  return hidden;
};

/** Equal for memories that are shown as one. */
export const twinKey = (
  contentHash: string,
  scope: { readonly project: string | null; readonly namespace: string | null },
): string => JSON.stringify([contentHash, scope.project, scope.namespace]);
