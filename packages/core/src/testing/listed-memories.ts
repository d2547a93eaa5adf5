/** The list of a device with given registers, computed without a store. For comparison with other views. */
import type { Register } from '@cairn/schema';
import { projectMemory } from '../memory/apply.ts';
import { mergeRegisters } from '../merge/merge-registers.ts';
import { viewOf, visibilityOf } from '../merge/visibility.ts';
import { FORGOTTEN, neighbourOf } from '../merge/write-set.ts';
import type { Neighbour, StoredRegister } from '../ports/store.ts';

/** Returns current and superseded memories by id, without those that are held for review, forgotten, or hidden behind a twin. */
export const listedMemories = (registers: readonly StoredRegister[]) => {
  const after = mergeRegisters([], registers).after;
  const projected = [...after.values()].flatMap((facets) => projectMemory(facets) ?? []);
  const rows = projected.map(({ row }) => row);
  const known = new Set(rows.map((row) => row.id));
  const gone = [...after].filter(([id, facets]) => !known.has(id) && facets.some(isGone));
  const neighbours: readonly Neighbour[] = [
    ...projected.map(neighbourOf),
    ...gone.map(([id]) => ({ ...FORGOTTEN, id })),
  ];
  const states = visibilityOf(neighbours);
  const links = viewOf(neighbours).next;
  return rows
    .filter(({ id }) => states.get(id) === 0 || states.get(id) === 1)
    .map(({ id, content, tags, source, project, pinned, createdAt }) => {
      /** The memory that hides it; null for a current one. */
      const supersededBy = links.get(id) ?? null;
      return { id, content, tags, source, project, pinned, supersededBy, createdAtMs: createdAt };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
};

const isGone = ({ facet }: Register): boolean => facet === 'gone';
