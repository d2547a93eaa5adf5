/** Candidates → what is shown first. The place for everything that weighs one candidate against another. */
import type { TextQuery } from '../ports/store.ts';
import { type Fusion, fuse } from '../vectors/fusion.ts';

/** The facts that one list knows of a row; the parts of a score that it does not know are null. */
export interface Candidate<Row> {
  readonly row: Row;
  readonly bm25: number | null;
  /** 0 to 1. */
  readonly textScore: number | null;
  /** The cosine: -1 to 1. */
  readonly vectorScore: number | null;
}

export interface Ranked<Row> extends Candidate<Row> {
  /** 0 to 1, larger is better; falls from one to the next. */
  readonly score: number;
  /** Holds every marker of the question, so it comes before all that do not. [F-7] */
  readonly isExact: boolean;
}

/** The worth of a hit by substring: less than most hits by words. */
const SUBSTRING_SCORE = 0.5;

/** `query` null: found by substring. */
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

/** By words, by meaning, or by both as `fusion` weighs them. `isExact`: see `exact-words`; `ideal`: see `fusion`. */
export type Ranking<Row> =
  | { readonly by: 'words' | 'meaning' }
  | {
      readonly by: 'both';
      readonly fusion: Fusion;
      readonly ideal: number;
      /** `ideal` is of text scores and not of bm25. */
      readonly isWeighed?: true;
      readonly isExact: (row: Row) => boolean;
    };

/** Equal scores keep the order of their list. */
export const rank = <Row>(
  candidates: readonly Candidate<Row>[],
  ranking: Ranking<Row> = { by: 'words' },
): readonly Ranked<Row>[] =>
  scored(candidates, ranking).sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score);

const scored = <Row>(candidates: readonly Candidate<Row>[], ranking: Ranking<Row>): Ranked<Row>[] => {
  switch (ranking.by) {
    case 'words':
      return candidates.map((one) => ({ ...one, score: wordScore(one), isExact: false }));
    case 'meaning':
      return candidates.map((one) => ({ ...one, score: Math.max(0, one.vectorScore ?? 0), isExact: false }));
    case 'both':
      return exactAbove(fused(candidates, ranking), ranking.isExact);
  }
};

const wordScore = <Row>(one: Candidate<Row>): number => one.textScore ?? SUBSTRING_SCORE;

/** Rows that were taken for being the newest have no bm25, and none beside them has; what no word found has no score. */
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

/** The upper half of the scores is theirs, when there are any. */
const exactAbove = <Row>(
  candidates: readonly Omit<Ranked<Row>, 'isExact'>[],
  isExact: (row: Row) => boolean,
): Ranked<Row>[] => {
  const marked = candidates.map((one) => ({ ...one, isExact: isExact(one.row) }));
  if (!marked.some((one) => one.isExact)) return marked;
  return marked.map((one) => ({ ...one, score: one.score / 2 + (one.isExact ? 0.5 : 0) }));
};

/**
 * bm25 against what a memory of average length would get that holds every searched term once; a better one than that is 1.
 * Rows that were taken for being the newest, not the best, have no bm25: they hold every term, at half the score. [F-9]
 */
export const textScore = (query: TextQuery, bm25: number | null): number => {
  if (bm25 === null) return 0.5;
  if (query.ideal <= 0) return 0;
  return Math.min(1, Math.max(0, bm25 / query.ideal));
};
