/** Why there are no results, or why a fallback ran. [F-6] */
import type { SearchInput } from '@cairn/schema';
import type { TextCandidates } from './text-candidates.ts';

export const reasonOf = (
  found: Pick<TextCandidates, 'by' | 'indexDamaged'>,
  hits: number,
  mode: SearchInput['mode'],
): string | null => {
  const reasons = [
    ...(found.indexDamaged ? ['The search index is damaged: run `cairn doctor --fix`.'] : []),
    ...(mode === 'vector' ? ['There is no embedder yet, so this searched by words.'] : []),
    ...(hits === 0 ? ['Nothing that is current holds these words.'] : []),
    ...(hits > 0 && found.by === 'substring'
      ? ['No word matched as a whole; these hold the text somewhere.']
      : []),
  ];
  return reasons.length === 0 ? null : reasons.join(' ');
};
