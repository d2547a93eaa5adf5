/** Explains an empty result, or the use of a fallback. [F-6] */
import type { SearchInput } from '@cairn/schema';
import type { Meaning } from '../engine/api.ts';
import { grouped } from '../memory/invalid-input.ts';
import type { Ranking } from './rank.ts';
import type { TextCandidates } from './text-candidates.engine.ts';

export interface Outcome {
  /** How memories were found. */
  readonly by: TextCandidates['by'];
  readonly passagesBy: TextCandidates['by'];
  /** The ranking of the memories; that of the passages when no memories were searched. */
  readonly nothing: Ranking<unknown>['by'];
  readonly isComplete: boolean;
  readonly indexDamaged: boolean;
  /** Number of results of each kind. */
  readonly memories: number;
  readonly passages: number;
  readonly mode: NonNullable<SearchInput['mode']>;
  readonly meaning: Meaning;
  /** Number of memories whose index entries wait. */
  readonly unindexed: number;
  /** Whether the results were too far from the question to be an answer. */
  readonly isFar: boolean;
  /** Whether the search was about a part of the memories only. */
  readonly isNarrowed: boolean;
}

export const reasonOf = (outcome: Outcome): string | null => {
  const {
    by,
    passagesBy,
    nothing,
    isComplete,
    indexDamaged,
    memories,
    passages,
    mode,
    meaning,
    unindexed,
    isFar,
    isNarrowed,
  } = outcome;
  const reasons = [
    ...(indexDamaged ? ['The search index is damaged: run `cairn doctor --fix`.'] : []),
    ...meaningReasons(mode, meaning),
    ...(isComplete ? [] : ['There are too many vectors to hold; the oldest were found by words only.']),
    ...(memories + passages === 0 ? [nothingOf(isFar ? 'far' : nothing, isNarrowed)] : []),
    ...((memories > 0 && by === 'substring') || (passages > 0 && passagesBy === 'substring')
      ? ['No whole word matched; these results contain the text somewhere.']
      : []),
    ...(unindexed > 0 ? [`${grouped(unindexed)} new memories are still being indexed.`] : []),
  ];
  return reasons.length === 0 ? null : reasons.join(' ');
};

const nothingOf = (nothing: Outcome['nothing'] | 'far', isNarrowed: boolean): string => {
  if (nothing === 'meaning') return 'No memory that was searched has a vector yet.';
  const memory = isNarrowed ? 'No memory within these limits' : 'No current memory';
  return nothing === 'far' ? `${memory} is near enough to the question.` : `${memory} has these words.`;
};

const NARROWING = [
  ...(['session', 'tags', 'project', 'namespace', 'pinned'] as const),
  ...(['source', 'device', 'agent', 'since', 'until', 'asOf'] as const),
];

/** Whether the search is about a part of the memories only. */
export const narrows = (input: SearchInput): boolean =>
  NARROWING.map((field) => input[field]).some((value) => [value ?? []].flat().length > 0);

/**
 * Explains a missing vector. Without an embedder the reason is given only to a caller that requested meaning. A failing embedder is
 * always reported.
 */
const meaningReasons = (mode: NonNullable<SearchInput['mode']>, meaning: Meaning): readonly string[] => {
  if (meaning.kind === 'vector' || mode === 'text') return [];
  if (meaning.reason !== null) return [`${meaning.reason} The search was by words.`];
  return mode === 'vector' ? ['There is no embedder, so the search was by words.'] : [];
};
