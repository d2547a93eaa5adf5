/** Memories as a source of candidates, and the full rows of the best. [F-4, F-5, F-10] */
import type { FoundMemory, MemoryRow, ReadStore, Scope } from '../ports/store.ts';
import type { CandidateSource, Candidates } from './candidates.engine.ts';
import { favourNamed, type Naming } from './named.ts';
import type { ParsedQuery } from './query.ts';
import { type Ranked, rank } from './rank.ts';
import { textCandidates } from './text-candidates.engine.ts';

export const memorySource = (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
): CandidateSource<FoundMemory> => ({
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

export type RankedMemory = Ranked<MemoryRow> & { readonly isNamed: boolean };

/** Returns the best `limit` memories in full. Memories that were forgotten meanwhile are missing. */
export const bestMemories = async (
  store: ReadStore,
  { candidates, ranking }: Candidates<FoundMemory>,
  naming: Naming,
  limit: number,
): Promise<readonly RankedMemory[]> => {
  const voiceOf = ({ row }: Ranked<FoundMemory>) => ({ author: null, text: row.content });
  const best = favourNamed(rank(candidates, ranking), naming, voiceOf).slice(0, limit);
  if (best.length === 0) return [];
  const rows = await store.memoriesByIds(best.map(({ row }) => row.id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap((one) => {
    const row = byId.get(one.row.id);
    return row === undefined ? [] : [{ ...one, row }];
  });
};
