/** Ranked passages → what the caller is shown of them. [F-2, F-8, M-11] */
import type { PassageHit } from '@cairn/schema';
import { isoTime } from '../../memory/to-memory.ts';
import type { Ranked } from '../../search/rank.ts';
import type { FoundPassage, PassageCandidates } from './passage-candidates.ts';

export const passageHits = (
  ranked: readonly Ranked<FoundPassage>[],
  { query }: Pick<PassageCandidates, 'query'>,
  explain: boolean,
): PassageHit[] =>
  ranked.map(({ row: { passage, source }, bm25, textScore, vectorScore, score }, at) => {
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
      why: { rank: at + 1, by: 'words', bm25, terms: query?.terms ?? [], asked: query?.match ?? null },
    };
  });
