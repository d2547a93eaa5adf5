/** Memories as something to be searched. [F-4, F-5] */
import type { MemoryRow, ReadStore, Scope } from '../../ports/store.ts';
import type { ParsedQuery } from '../../search/query.ts';
import type { CandidateSource } from './candidates.ts';
import { textCandidates } from './text-candidates.ts';

export const memorySource = (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
): CandidateSource<MemoryRow> => ({
  byWords: (limit) => textCandidates(store, question, scope, limit),
  nearest: async (query, limit) => {
    const { matches, isComplete } = await store.matchVector(query, scope, limit);
    return { matches: matches.map(({ memory, cosine }) => ({ row: memory, cosine })), isComplete };
  },
  cosinesOf: (query, rows) =>
    store.cosinesOf(
      query,
      rows.map(({ id }) => id),
    ),
  keyOf: ({ id }) => id,
  textOf: ({ content, aside }) => `${content} ${aside}`,
});
