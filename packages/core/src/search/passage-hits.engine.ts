/** Ranked passages → what the caller is shown of them. [F-2, F-8, F-10, M-11] */
import type { PassageHit } from '@cairn/schema';
import { isoTime } from '../memory/to-memory.ts';
import type { FoundPassage } from '../ports/store.ts';
import type { Candidates } from './candidates.engine.ts';
import { favourNamed } from './favour-named.ts';
import { namingOf, type Voice } from './named.ts';
import type { ParsedQuery } from './query.ts';
import { type Ranked, rank } from './rank.ts';
import { reasonsOf } from './why.engine.ts';

export interface AskedPassages {
  readonly question: ParsedQuery;
  readonly limit: number;
}

export type RankedPassage = Ranked<FoundPassage> & { readonly isNamed: boolean };

export const bestPassages = (
  { candidates, ranking }: Candidates<FoundPassage>,
  { question, limit }: AskedPassages,
): readonly RankedPassage[] =>
  favourNamed(rank(candidates, ranking), namingOf(question), voiceOf).slice(0, limit);

export const passageHits = (
  best: readonly RankedPassage[],
  found: Candidates<FoundPassage>,
  explain: boolean,
): PassageHit[] =>
  best.map((one, at) => {
    const {
      row: { passage, source },
      textScore,
      vectorScore,
      score,
      isNamed,
    } = one;
    const hit: PassageHit = {
      source: { ...source },
      ordinal: passage.ordinal,
      project: passage.project,
      author: passage.author,
      at: isoTime(passage.at),
      text: passage.body,
      ...(passage.until === null ? {} : { until: passage.until }),
      start: passage.start,
      end: passage.stop,
      score,
      textScore,
      vectorScore,
    };
    if (!explain) return hit;
    const { query } = found;
    return {
      ...hit,
      why: {
        rank: at + 1,
        ...reasonsOf(one, found),
        isNamed,
        terms: query?.terms ?? [],
        asked: query?.match ?? null,
      },
    };
  });

const voiceOf = ({ row: { passage } }: Ranked<FoundPassage>): Voice => ({
  author: passage.author,
  text: passage.body,
});
