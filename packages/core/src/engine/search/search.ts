/** Search: question → candidates → ranking → hits, of memories and of passages. [F-1, F-5, F-6, F-8, F-9, M-8] */
import { LIMITS, ok, SEARCH_PLACES, type SearchInput, type SearchResult } from '@cairn/schema';
import type { Clock } from '../../ports/clock.ts';
import type { ReadStore } from '../../ports/store.ts';
import { rank } from '../../search/rank.ts';
import type { Answer } from '../api.ts';
import { parseScope } from '../read/read-scope.ts';
import { countElsewhere } from './elsewhere.ts';
import { memoryHits } from './memory-hits.ts';
import { passageCandidates, passageScope } from './passage-candidates.ts';
import { passageHits } from './passage-hits.ts';
import { parseQuestion } from './question.ts';
import { reasonOf } from './reason.ts';
import { NO_CANDIDATES, textCandidates } from './text-candidates.ts';

export interface ReadDeps {
  readonly store: ReadStore;
  readonly clock: Clock;
}

export const search = async (deps: ReadDeps, input: SearchInput): Answer<SearchResult> => {
  const startedAt = deps.clock.nowMs();
  const question = parseQuestion(input.query);
  if (!question.ok) return question;
  const scope = parseScope(input, startedAt);
  if (!scope.ok) return scope;
  const { store } = deps;
  const limit = input.limit ?? LIMITS.searchLimitDefault;
  const places = input.in ?? SEARCH_PLACES;
  const explain = input.explain === true;
  const asked = { question: question.value, scope: scope.value, explain };
  const isForMemories = places.includes('memories');
  const found = isForMemories
    ? await textCandidates(store, question.value, scope.value, limit)
    : NO_CANDIDATES;
  const inPassages = passageScope(scope.value, places);
  const foundPassages = await passageCandidates(store, question.value, inPassages, limit);
  const results = await memoryHits(store, rank(found.candidates), { ...asked, found });
  const passages = passageHits(rank(foundPassages.candidates), foundPassages, explain);
  const elsewhere =
    isForMemories && found.by !== 'words' ? await countElsewhere(store, question.value, scope.value) : [];
  const reason = reasonOf({
    by: found.by,
    indexDamaged: found.indexDamaged || foundPassages.indexDamaged,
    memories: results.length,
    passages: passages.length,
    mode: input.mode,
    unindexed: isForMemories ? await store.unindexed() : 0,
  });
  return ok({
    results,
    passages,
    elsewhere: [...elsewhere],
    tookMs: Math.max(0, deps.clock.nowMs() - startedAt),
    ...(reason === null ? {} : { reason }),
  });
};
