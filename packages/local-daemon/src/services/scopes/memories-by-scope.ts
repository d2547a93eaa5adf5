/** Routes an agent's calls on memories to the file of the project. `get` and `forget` look in the other files too. [SP-2] */
import type { Answer } from '@cairn/core';
import type { Memories } from '../memories.ts';
import type { ScopeFinder } from './scopes.ts';

type Placed = Parameters<ScopeFinder['of']>[0];

export const memoriesByScope = (own: Memories, scopes: ScopeFinder): Memories => {
  const to =
    <I extends Placed, T>(call: (memories: Memories) => (input: I) => Answer<T>) =>
    async (input: I): Answer<T> => {
      const there = await scopes.of(input);
      return there.ok ? call(there.value?.memories ?? own)(input) : there;
    };
  const wherever =
    <A extends readonly unknown[], T>(call: (memories: Memories) => (...args: A) => Answer<T>) =>
    async (...args: A): Answer<T> => {
      const here = await call(own)(...args);
      if (here.ok || here.error.kind !== 'not_found' || scopes.isEmpty()) return here;
      for (const { memories } of await scopes.all()) {
        const there = await call(memories)(...args);
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
    get: wherever(({ get }) => get),
    getByKey: wherever(({ getByKey }) => getByKey),
    why: wherever(({ why }) => why),
    forget: wherever(({ forget }) => forget),
  };
};
