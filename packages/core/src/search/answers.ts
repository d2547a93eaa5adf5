/** Whether what was found is an answer at all: a list of what is least unlike is none. Calibrated: docs/retrieval.md. [F-19] */
import type { Candidate, Ranking } from './rank.ts';

interface Found<Row> {
  readonly by: 'words' | 'meaning' | 'substring' | 'nothing';
  readonly candidates: readonly Candidate<Row>[];
  readonly ranking: Ranking<Row>;
  readonly isWeighed?: true;
  readonly isKnown?: boolean;
}

/** The least text score of the best memory. */
const TEXT_FLOOR = 0.24;

/**
 * Words alone decide, but for a cosine from which the embedder is sure without them. An embedder that names none is always taken at its
 * word, and so is who asks for meaning alone.
 */
export const isAnswer = <Row>({ by, candidates, ranking, isWeighed, isKnown }: Found<Row>): boolean => {
  if (by === 'substring' || ranking.by === 'meaning' || isKnown === true) return true;
  const least = isWeighed === true ? TEXT_FLOOR : 0;
  if (candidates.some(({ textScore }) => textScore !== null && textScore >= least)) return true;
  const sureFrom = ranking.by === 'both' ? (ranking.fusion.sureFrom ?? 0) : 0;
  return candidates.some(({ vectorScore }) => vectorScore !== null && vectorScore >= sureFrom);
};
