/**
 * Searches with everything that the embedder knows: the question's vector, and its judgement of the best memories. Every search of the
 * daemon comes here, and so does the search for a prompt's memories. [F-4, F-24]
 */
import { type Answer, type ContextOptions, type Embedder, promptSearch } from '@cairn/core';
import {
  type ContextInput,
  LIMITS,
  ok,
  type SearchHit,
  type SearchInput,
  type SearchResult,
} from '@cairn/schema';
import type { QuestionVectors } from './question-vectors.ts';
import type { EngineCalls } from './shared-deps.ts';

export interface FindingDeps {
  readonly engine: () => Pick<EngineCalls, 'search'>;
  readonly meaningOf: QuestionVectors['meaningOf'];
  /** Absent: the embedder judges nothing, and the order of the search holds. */
  readonly judge?: Embedder['judge'];
}

type Found = Pick<ContextOptions, 'found'>;

export type Finding = ReturnType<typeof createFinding>;

/** How many memories are judged. The wanted one is rarely further down. docs/retrieval.md */
const JUDGED = 20;

export const createFinding = ({ engine, meaningOf, judge }: FindingDeps) => {
  const search = async (input: SearchInput): Answer<SearchResult> => {
    const meaning = await meaningOf(input);
    if (judge === undefined || meaning.kind === 'none') return engine().search(input, meaning);
    // The reasons of a hit tell what ranked it.
    const found = await engine().search({ ...input, explain: true }, { ...meaning, judged: JUDGED });
    if (!found.ok) return found;
    const hits = await judgedHits(found.value.results, input.query, judge);
    const results = hits.slice(0, input.limit ?? LIMITS.searchLimitDefault);
    return ok(
      input.explain === true ? { ...found.value, results } : unexplained({ ...found.value, results }),
    );
  };
  return {
    search,
    /** Finds the memories for a prompt, if there is one, as an option of its context. [CX-1] */
    async forPrompt({ query, project }: Pick<ContextInput, 'query' | 'project'>): Promise<Found> {
      const input = query === undefined ? null : promptSearch(query, project ?? null);
      if (input === null) return {};
      const found = await search(input);
      // Without hits, the context searches by words, and says what is wrong.
      return found.ok ? { found: found.value.results } : {};
    },
  };
};

/** Adds to each score what the judgement adds. Hits with an exact name stay first. Hits that only a substring found are not judged. */
const judgedHits = async (
  hits: readonly SearchHit[],
  question: string,
  judge: NonNullable<Embedder['judge']>,
): Promise<readonly SearchHit[]> => {
  const ranked = hits.slice(0, JUDGED).filter(({ why }) => why !== undefined && 'fusion' in why);
  const added = ranked.length === 0 ? null : await judge(question, ranked);
  if (added === null) return hits;
  const scores = new Map(ranked.map(({ id, score }, at) => [id, score + (added[at] ?? 0)]));
  const scored = hits.map((hit) => {
    const judged = scores.get(hit.id);
    if (judged === undefined) return hit;
    const score = Math.min(1, Math.max(0, judged));
    return { ...hit, score, why: { ...hit.why, judged: score - hit.score } };
  });
  const isExact = ({ why }: SearchHit): number => Number(why?.isExact === true);
  return scored
    .sort((a, b) => isExact(b) - isExact(a) || b.score - a.score)
    .map((hit, at) => ({ ...hit, why: { ...hit.why, rank: at + 1 } }));
};

const unexplained = ({ results, passages, ...found }: SearchResult): SearchResult => ({
  ...found,
  results: results.map(({ why: _, ...hit }) => hit),
  passages: passages.map(({ why: _, ...hit }) => hit),
});
