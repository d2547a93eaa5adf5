/** Ranks candidates. All weighing of one candidate against another is here. */
import type { TextQuery } from '../ports/store.ts';
import { type Fusion, fuse } from '../vectors/fusion.ts';

/** A row with the scores of the list that found it. Unknown scores are null. */
export interface Candidate<Row> {
  readonly row: Row;
  readonly bm25: number | null;
  /** From 0 to 1. */
  readonly textScore: number | null;
  /** The cosine: from -1 to 1. */
  readonly vectorScore: number | null;
}

export interface Ranked<Row> extends Candidate<Row> {
  /** From 0 to 1, larger is better. Sorted in falling order. */
  readonly score: number;
  /** Whether the row holds every marker of the question. Such rows come before all others. [F-7] */
  readonly isExact: boolean;
}

/** The score of a substring hit, lower than that of most hits by words. */
const SUBSTRING_SCORE = 0.5;

/** Makes a candidate. `query` null: found by substring. */
export const textCandidate = <Row>(
  row: Row,
  bm25: number | null,
  query: TextQuery | null,
): Candidate<Row> => ({
  row,
  bm25,
  textScore: query === null ? null : textScore(query, bm25),
  vectorScore: null,
});

/** Ranks by words, by meaning, or by both as `fusion` weighs them. `isExact`: see `exact-words`; `ideal`: see `fusion`. */
export type Ranking<Row> =
  | { readonly by: 'words' | 'meaning' }
  | {
      readonly by: 'both';
      readonly fusion: Fusion;
      readonly ideal: number;
      /** Set when `ideal` is a text score and not a bm25. */
      readonly isWeighed?: true;
      readonly isExact: (row: Row) => boolean;
    };

/** Ranks the candidates, best first. Equal scores keep their order. */
export const rank = <Row>(
  candidates: readonly Candidate<Row>[],
  ranking: Ranking<Row>,
): readonly Ranked<Row>[] =>
  scored(candidates, ranking).sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score);

const scored = <Row>(candidates: readonly Candidate<Row>[], ranking: Ranking<Row>): Ranked<Row>[] => {
  if (ranking.by === 'both') return exactAbove(fused(candidates, ranking), ranking.isExact);
  const scoreOf = (one: Candidate<Row>): number =>
    ranking.by === 'words' ? wordScore(one) : Math.max(0, one.vectorScore ?? 0);
  return candidates.map((one) => ({ ...one, score: scoreOf(one), isExact: false }));
};

const wordScore = <Row>(one: Candidate<Row>): number => one.textScore ?? SUBSTRING_SCORE;

/** Fuses both scores. When only the newest matching rows were taken, no row has a bm25. A row without a matching word has no text score. */
const fused = <Row>(
  candidates: readonly Candidate<Row>[],
  { fusion, ideal, isWeighed }: Pick<Extract<Ranking<Row>, { by: 'both' }>, 'fusion' | 'ideal' | 'isWeighed'>,
) => {
  const isRanked = candidates.some(({ bm25 }) => bm25 !== null);
  const scores = fuse(
    candidates.map(({ bm25, textScore: byText, vectorScore: cosine }) => ({
      text: isWeighed === true ? byText : (bm25 ?? byText),
      cosine,
    })),
    fusion,
    isRanked ? ideal : 0,
  );
  return candidates.map((one, at) => ({ ...one, score: Math.max(0, Math.min(1, scores[at] ?? 0)) }));
};

/** Moves exact rows to the upper half of the scores, if there are any. */
const exactAbove = <Row>(
  candidates: readonly Omit<Ranked<Row>, 'isExact'>[],
  isExact: (row: Row) => boolean,
): Ranked<Row>[] => {
  const marked = candidates.map((one) => ({ ...one, isExact: isExact(one.row) }));
  if (!marked.some((one) => one.isExact)) return marked;
  return marked.map((one) => ({ ...one, score: one.score / 2 + (one.isExact ? 0.5 : 0) }));
};

/**
 * Returns bm25 divided by that of a memory of average length that holds every term once, at most 1. Rows that were taken as the
 * newest have no bm25. Such rows hold every term, and score 0.5. [F-9]
 */
export const textScore = (query: TextQuery, bm25: number | null): number => {
  if (bm25 === null) return 0.5;
  if (query.ideal <= 0) return 0;
  return Math.min(1, Math.max(0, bm25 / query.ideal));
};
