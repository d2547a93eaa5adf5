/** Passages of documents and transcripts that hold the words of a question. [F-1, F-8, F-9, M-11] */
import type { SearchPlace } from '@cairn/schema';
import type {
  PassageKind,
  PassageMatch,
  PassageScope,
  ReadStore,
  Scope,
  TextQuery,
} from '../../ports/store.ts';
import { isStoreFailure } from '../../ports/store-failure.ts';
import { type Naming, namingOf } from '../../search/named.ts';
import type { ParsedQuery } from '../../search/query.ts';
import { type Candidate, textCandidate } from '../../search/rank.ts';
import { plansFor, type TermSource } from './text-candidates.ts';

export interface FoundPassage extends Pick<PassageMatch, 'passage' | 'source'> {}

export interface PassageCandidates {
  /** Best first. */
  readonly candidates: readonly Candidate<FoundPassage>[];
  readonly query: TextQuery | null;
  readonly indexDamaged: boolean;
  readonly naming: Naming;
  /** How many of them are to be shown. */
  readonly limit: number;
}

/** More than are shown: whom the question names may stand further down. */
const CANDIDATES_MIN = 50;

/** Null: nothing that a passage could fit is asked for. They have neither tags nor a namespace. */
export const passageScope = (scope: Scope, places: readonly SearchPlace[]): PassageScope | null => {
  const kinds: readonly PassageKind[] = [
    ...(places.includes('documents') ? (['document'] as const) : []),
    ...(places.includes('sessions') ? (['turn'] as const) : []),
  ];
  if (kinds.length === 0 || scope.tags !== undefined || scope.namespacePrefix != null) return null;
  return {
    ...(kinds.length === 2 ? {} : { kinds }),
    ...(scope.projects === undefined ? {} : { projects: scope.projects }),
    ...(scope.asOf === undefined ? {} : { asOf: scope.asOf }),
  };
};

export const passageCandidates = async (
  store: ReadStore,
  question: ParsedQuery,
  scope: PassageScope | null,
  limit: number,
): Promise<PassageCandidates> => {
  const asked = { naming: namingOf(question), limit };
  const nothing: PassageCandidates = { candidates: [], query: null, indexDamaged: false, ...asked };
  if (scope === null) return nothing;
  try {
    for (const query of await plansFor(passageTerms(store), question, scope.projects)) {
      const matches = await store.matchPassages(query, scope, Math.max(CANDIDATES_MIN, limit));
      if (matches.length === 0) continue;
      const candidates = matches.map(({ bm25, ...found }) => textCandidate(found, bm25, query));
      return { candidates, query, indexDamaged: false, ...asked };
    }
    return nothing;
  } catch (error) {
    if (!isStoreFailure(error) || error.storeFailure !== 'index_corrupt') throw error;
    return { ...nothing, indexDamaged: true };
  }
};

const passageTerms = (store: ReadStore): TermSource => ({
  size: () => store.passagesSize(),
  frequencies: (terms, atMost) => store.passageFrequencies(terms, atMost),
});
