/** The memories that a memory says it replaced. Every device has a register of its own for that, and all together count. [RL-1] */
import { type EntityId, LIMITS, type Register } from '@cairn/schema';
import type { Edge } from '../ports/neighbour.ts';

type From = Extract<Register, { facet: `from.${string}` }>;
export const isFrom = (register: Register): register is From => register.facet.startsWith('from.');

/** `registers`: of one entity. By the id of the original. */
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

/** As of nearly every memory, and a first pull brings many. */
const NO_EDGES: readonly Edge[] = [];

/** The value of `own` with these added; beyond the limit the first stay. */
export const addEdges = (own: From['value'] | undefined, edges: readonly Edge[]): From['value'] => {
  const replaces = union(own?.replaces ?? [], edges);
  const kept = union(
    own?.kept ?? [],
    edges.filter((edge) => edge.kept),
  );
  return { replaces, ...(kept.length === 0 ? {} : { kept }) };
};

const union = (ids: readonly EntityId[], edges: readonly Edge[]): EntityId[] =>
  [...new Set([...ids, ...edges.map(({ original }) => original)])].slice(0, LIMITS.replacedMax);
