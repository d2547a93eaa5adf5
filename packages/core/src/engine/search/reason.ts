/** Why there are no results, or why a fallback ran. [F-6] */
import type { SearchInput } from '@cairn/schema';
import type { TextCandidates } from './text-candidates.ts';

export interface Outcome {
  readonly by: TextCandidates['by'];
  readonly indexDamaged: boolean;
  /** How many of each are shown. */
  readonly memories: number;
  readonly passages: number;
  readonly mode: SearchInput['mode'];
  /** Memories whose index entries wait. */
  readonly unindexed: number;
}

export const reasonOf = ({
  by,
  indexDamaged,
  memories,
  passages,
  mode,
  unindexed,
}: Outcome): string | null => {
  const reasons = [
    ...(indexDamaged ? ['The search index is damaged: run `cairn doctor --fix`.'] : []),
    ...(mode === 'vector' ? ['There is no embedder yet, so this searched by words.'] : []),
    ...(memories + passages === 0 ? ['Nothing that is current holds these words.'] : []),
    ...(memories > 0 && by === 'substring'
      ? ['No word matched as a whole; these hold the text somewhere.']
      : []),
    ...(unindexed > 0
      ? [`${unindexed.toLocaleString('en-US')} memories that just came are still being indexed.`]
      : []),
  ];
  return reasons.length === 0 ? null : reasons.join(' ');
};
