/** The memories that a memory replaced. Every device keeps its edges in a register of its own, and all registers count. [RL-1] */
import { type EntityId, type FromValue, isNamed, LIMITS, type Register } from '@cairn/schema';
import type { Edge } from '../ports/neighbour.ts';

export const isFrom = isNamed('from.');

/** Returns the edges sorted by the id of the original. `registers`: all of one entity. */
export const edgesOf = (registers: readonly Register[]): readonly Edge[] => {
  const said = registers.filter(isFrom);
  if (said.length === 0) return NO_EDGES;
  const kept = new Map<EntityId, boolean>();
  for (const { entity, value } of said) {
    for (const original of value.replaces)
      if (original !== entity) kept.set(original, kept.get(original) ?? false);
    for (const original of value.kept ?? []) if (kept.has(original)) kept.set(original, true);
  }
  return [...kept]
    .map(([original, isKept]) => ({ original, kept: isKept }))
    .sort((a, b) => (a.original < b.original ? -1 : 1));
};

/** The edges of nearly every memory. Sharing one list saves allocations in a first pull. */
const NO_EDGES: readonly Edge[] = [];

/** Adds edges to the value `own`. Above the limit the oldest edges stay. */
export const addEdges = (own: FromValue | undefined, edges: readonly Edge[]): FromValue => {
  const replaces = union(own?.replaces ?? [], edges);
  const kept = union(
    own?.kept ?? [],
    edges.filter((edge) => edge.kept),
  );
  return { replaces, ...(kept.length === 0 ? {} : { kept }) };
};

const union = (ids: readonly EntityId[], edges: readonly Edge[]): EntityId[] =>
  [...new Set([...ids, ...edges.map(({ original }) => original)])].slice(0, LIMITS.replacedMax);
