/** Ranked passages → what the caller is shown of them. [F-2, F-8, M-11] */
import type { PassageHit } from '@cairn/schema';
import { isoTime } from '../../memory/to-memory.ts';
import { favourNamed } from '../../search/favour-named.ts';
import type { Voice } from '../../search/named.ts';
import type { Ranked } from '../../search/rank.ts';
import type { FoundPassage, PassageCandidates } from './passage-candidates.ts';

export const passageHits = (
  ranked: readonly Ranked<FoundPassage>[],
  { query, naming, limit }: Pick<PassageCandidates, 'query' | 'naming' | 'limit'>,
  explain: boolean,
): PassageHit[] => {
  const shown = favourNamed(ranked, naming, voiceOf).slice(0, limit);
  return shown.map(({ row: { passage, source }, bm25, textScore, vectorScore, score, isNamed }, at) => {
    const hit: PassageHit = {
      source: { ...source },
      ordinal: passage.ordinal,
      project: passage.project,
      author: passage.author,
      at: isoTime(passage.at),
      text: passage.body,
      start: passage.start,
      end: passage.stop,
      score,
      textScore,
      vectorScore,
    };
    if (!explain) return hit;
    return {
      ...hit,
      why: {
        rank: at + 1,
        by: 'words',
        bm25,
        isNamed,
        terms: query?.terms ?? [],
        asked: query?.match ?? null,
      },
    };
  });
};

const voiceOf = ({ row: { passage } }: Ranked<FoundPassage>): Voice => ({
  author: passage.author,
  text: passage.body,
});
