/** Passages of documents and transcripts as a source of candidates, by words and by meaning. [F-1, F-4, F-8, F-9, M-11] */
import { defined, type SearchPlace } from '@cairn/schema';
import type { FoundPassage, PassageKind, PassageScope, ReadStore, Scope } from '../ports/store.ts';
import type { CandidateSource } from './candidates.engine.ts';
import { nearnessOf } from './nearness.ts';
import type { ParsedQuery } from './query.ts';
import { textCandidate } from './rank.ts';
import {
  DAMAGED,
  NO_CANDIDATES,
  orDamaged,
  plansFor,
  type TermSource,
  type TextCandidates,
} from './text-candidates.engine.ts';

/** Returns the scope for passages. Null when no passage can match: no kind is wanted, or a filter needs more than project and date. */
export const passageScope = (
  scope: Scope,
  places: readonly SearchPlace[],
  source: string | null,
): PassageScope | null => {
  const kinds: readonly PassageKind[] = [
    ...(places.includes('documents') ? (['document'] as const) : []),
    ...(places.includes('sessions') ? (['turn'] as const) : []),
  ];
  const { projects: _, asOf: __, livingAt: ___, ...ofMemories } = scope;
  if (kinds.length === 0 || Object.values(ofMemories).some((one) => one != null)) return null;
  return {
    ...(kinds.length === 2 ? {} : { kinds }),
    ...defined({ projects: scope.projects, asOf: scope.asOf, source: source ?? undefined }),
  };
};

/**
 * Returns the source of candidates. `isLastResort`: whether nothing else was found. The slow substring search runs only then, or when
 * the index is damaged. [F-6]
 */
export const passageSource = (
  store: ReadStore,
  question: ParsedQuery,
  scope: PassageScope,
  isLastResort: boolean,
): CandidateSource<FoundPassage> => ({
  byWords: async (limit) => {
    const byWords = await findByWords(store, question, scope, limit);
    if (byWords.candidates.length > 0 || question.expression !== undefined) return byWords;
    if (!isLastResort && !byWords.indexDamaged) return byWords;
    const rows = await store.likePassages(question.literals, scope, limit);
    if (rows.length === 0) return byWords;
    return { ...byWords, by: 'substring', candidates: rows.map((row) => textCandidate(row, null, null)) };
  },
  nearest: async (query, limit) => {
    const { matches, isComplete } = await store.matchPassageVectors(query, scope, limit);
    return { matches: matches.map(({ cosine, ...row }) => ({ row, cosine })), isComplete };
  },
  cosinesOf: (query, rows) =>
    store.passageCosines(
      query,
      rows.map(({ passage }) => passage),
    ),
  keyOf: ({ passage: { source, ordinal, part } }) => JSON.stringify([source, ordinal, part]),
  textOf: ({ passage: { body, aside } }) => `${body} ${aside}`,
});

const findByWords = (
  store: ReadStore,
  question: ParsedQuery,
  scope: PassageScope,
  limit: number,
): Promise<TextCandidates<FoundPassage>> =>
  orDamaged<TextCandidates<FoundPassage>>(async () => {
    for (const query of await plansFor(passageTerms(store), question, scope.projects)) {
      const matches = await store.matchPassages(query, scope, limit);
      if (matches.length === 0) continue;
      const nearness = nearnessOf(question, query);
      const candidates = matches.map(({ bm25, ...found }) =>
        textCandidate(found, bm25 === null ? null : bm25 + nearness(found.passage.body), query),
      );
      return { by: 'words', candidates, query, indexDamaged: false };
    }
    return NO_CANDIDATES;
  }, DAMAGED);

const passageTerms = (store: ReadStore): TermSource => ({
  size: () => store.passagesSize(),
  frequencies: (terms, atMost) => store.passageFrequencies(terms, atMost),
});
