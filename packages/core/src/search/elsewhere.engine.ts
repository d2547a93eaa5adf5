/** M-8: words that are not here may be elsewhere. */
import type { SearchResult } from '@cairn/schema';
import type { ReadStore, Scope } from '../ports/store.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
import type { ParsedQuery } from './query.ts';
import { memoryTerms, plansFor } from './text-candidates.engine.ts';

export const countElsewhere = async (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
): Promise<SearchResult['elsewhere']> => {
  if (scope.projects === undefined) return [];
  try {
    const [query] = await plansFor(memoryTerms(store), question, undefined);
    return query === undefined ? [] : [...(await store.countElsewhere(query, scope))];
  } catch (error) {
    if (!isStoreFailure(error) || error.storeFailure !== 'index_corrupt') throw error;
    return [];
  }
};
