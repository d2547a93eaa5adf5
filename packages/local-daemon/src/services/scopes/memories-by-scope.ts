/**
 * Routes an agent's calls on memories to the file of the project, then to the personal one. An id is looked for in the other files too.
 * A key is read there, and not forgotten: another file's value belongs to its team. The caller shares the gate of the personal file;
 * a call on a scope shares the gate of the scope's file. [SP-2]
 */
import type { Answer } from '@cairn/core';
import type { Memories } from '../memories.ts';
import type { ScopeFinder, ScopeServices } from './scopes.ts';

type Placed = Parameters<ScopeFinder['of']>[0];

/** Calls the scope's memories, or `own` for null. The gate keeps the call apart from a restore of the scope's file. */
const callIn = <T>(
  scope: ScopeServices | null,
  own: Memories,
  call: (memories: Memories) => Answer<T>,
): Answer<T> => (scope === null ? call(own) : scope.gate.share(() => call(scope.memories)));

export const memoriesByScope = (own: Memories, scopes: ScopeFinder): Memories => {
  const to =
    <I extends Placed, T>(call: (memories: Memories) => (input: I) => Answer<T>) =>
    async (input: I): Answer<T> => {
      const there = await scopes.of(input);
      return there.ok ? callIn(there.value, own, (memories) => call(memories)(input)) : there;
    };
  /** Calls the file of the project, then the personal one, then any other, until a file has the memory. */
  const wherever = async <T>(
    call: (memories: Memories) => Answer<T>,
    place: Placed = {},
    others = true,
  ): Answer<T> => {
    const project = await scopes.of(place);
    if (!project.ok) return project;
    const here = await callIn(project.value, own, call);
    if (here.ok || here.error.kind !== 'not_found' || scopes.isEmpty()) return here;
    const rest = others ? await scopes.all() : [];
    for (const scope of [null, ...rest]) {
      if (scope === project.value) continue;
      const there = await callIn(scope, own, call);
      if (there.ok || there.error.kind !== 'not_found') return there;
    }
    return here;
  };
  return {
    ...own,
    save: to(({ save }) => save),
    search: to(({ search }) => search),
    list: to(({ list }) => list),
    context: to(({ context }) => context),
    get: (id) => wherever(({ get }) => get(id)),
    getByKey: (key, namespace, place, isOnly) =>
      wherever(({ getByKey }) => getByKey(key, namespace, isOnly ? place : undefined, isOnly), place),
    why: (input) => wherever(({ why }) => why(input)),
    forget: (input, place) => wherever(({ forget }) => forget(input), place, input.key === undefined),
  };
};
