/** Ranked passages → what the caller is shown of them. [F-2, F-8, F-10, M-11] */
import type { PassageHit } from '@cairn/schema';
import { isoTime } from '../memory/to-memory.ts';
import type { FoundPassage } from '../ports/store.ts';
import type { Candidates } from './candidates.engine.ts';
import { reasonsOf } from './memory-hits.engine.ts';
import { favourNamed, namingOf, type Voice } from './named.ts';
import type { ParsedQuery } from './query.ts';
import { type Ranked, rank } from './rank.ts';

export interface AskedPassages {
  readonly question: ParsedQuery;
  readonly limit: number;
}

export type RankedPassage = Ranked<FoundPassage> & { readonly isNamed: boolean };

export const bestPassages = (
  { candidates, ranking }: Candidates<FoundPassage>,
  { question, limit }: AskedPassages,
): readonly RankedPassage[] =>
  fewOfEach(favourNamed(rank(candidates, ranking), namingOf(question), voiceOf)).slice(0, limit);

/** So many passages of one message or document's place are shown: a long one fills the list otherwise. [F-20] */
const OF_MESSAGE_MAX = 2;

const fewOfEach = <Of extends Ranked<FoundPassage>>(ranked: readonly Of[]): readonly Of[] => {
  const shown = new Map<string, number>();
  return ranked.filter(({ row: { passage } }) => {
    if (passage.kind !== 'turn') return true;
    const message = `${passage.source} ${passage.ordinal}`;
    const count = (shown.get(message) ?? 0) + 1;
    shown.set(message, count);
    return count <= OF_MESSAGE_MAX;
  });
};

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
