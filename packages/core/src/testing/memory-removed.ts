/** The table `removed` of the in-memory store. */
import type { RemovedBy } from '../ports/removed-store.ts';
import type { RemovedMemory } from '../ports/store.ts';
import { HERE } from '../removed/trash.ts';
import type { Tables } from './memory-tables.ts';

export const removedIn = (tables: Pick<Tables, 'removed'>, by: RemovedBy): readonly RemovedMemory[] =>
  [...tables.removed.values()]
    .filter(({ node }) => (node === HERE) === (by === 'here'))
    .sort((a, b) => b.at - a.at || (a.entity < b.entity ? -1 : 1));
