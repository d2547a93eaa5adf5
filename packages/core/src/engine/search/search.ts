/** Search: question → candidates → ranking → hits. [F-1, F-5, F-6, F-9, M-8] */
import { LIMITS, ok, type SearchInput, type SearchResult } from '@cairn/schema';
import type { Clock } from '../../ports/clock.ts';
import type { ReadStore } from '../../ports/store.ts';
import { rank } from '../../search/rank.ts';
import type { Answer } from '../api.ts';
import { parseScope } from '../read/read-scope.ts';
import { countElsewhere } from './elsewhere.ts';
import { memoryHits } from './memory-hits.ts';
import { parseQuestion } from './question.ts';
import { reasonOf } from './reason.ts';
import { textCandidates } from './text-candidates.ts';

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
  const limit = input.limit ?? LIMITS.searchLimitDefault;
  const { store } = deps;
  const found = await textCandidates(store, question.value, scope.value, limit);
  const ranked = rank(found.candidates);
  const hits = await memoryHits(store, ranked, {
    found,
    scope: scope.value,
    question: question.value,
    explain: input.explain === true,
  });
  const elsewhere = found.by === 'words' ? [] : await countElsewhere(store, question.value, scope.value);
  const reason = reasonOf(found, hits.length, input.mode);
  return ok({
    results: hits,
    elsewhere: [...elsewhere],
    tookMs: Math.max(0, deps.clock.nowMs() - startedAt),
    ...(reason === null ? {} : { reason }),
  });
};
