/** Candidates → what is shown first. The place for everything that weighs one candidate against another. */
import type { TextQuery } from '../ports/store.ts';
import { textScore } from './score.ts';

/** What one list knows of a row; the parts of a score that it does not know are null. */
export interface Candidate<Row> {
  readonly row: Row;
  readonly bm25: number | null;
  /** 0 to 1. */
  readonly textScore: number | null;
  readonly vectorScore: number | null;
}

export interface Ranked<Row> extends Candidate<Row> {
  /** 0 to 1, larger is better; falls from one to the next. */
  readonly score: number;
}

/** What a hit by substring is worth: less than most hits by words. */
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

/** Equal scores keep the order of their list. */
export const rank = <Row>(candidates: readonly Candidate<Row>[]): readonly Ranked<Row>[] =>
  candidates
    .map((candidate) => ({ ...candidate, score: candidate.textScore ?? SUBSTRING_SCORE }))
    .sort((a, b) => b.score - a.score);
