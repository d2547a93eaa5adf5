/**
 * Combines the score by words and the score by meaning. The weight of the cosine depends on the embedder.
 * docs/retrieval.md has measurements of the rules. [F-4]
 *
 * Scores are added, not ranks. Rank fusion (RRF) gives the first hit of a poor list as much as the first hit
 * of a good list. So a question without an answer would get a confident hit. bm25 has no upper limit and must be scaled
 * to 0 to 1. So it is divided by the mean of the best hit's score and the score of an ideal text, but at least by the
 * best hit's score.
 */
import type { VectorQuery } from '../ports/vectors.ts';

/** `cosine`: the cosine counts unscaled. `min_max`: both lists are stretched to 0 to 1, for widely spread cosines. */
export const FUSION_RULES = ['cosine', 'min_max'] as const;
export interface Fusion {
  readonly rule: (typeof FUSION_RULES)[number];
  /** From 0 (words alone) to 1 (meaning alone). */
  readonly vectorWeight: number;
  /** The least cosine of a hit without a matching word, so that a question can have no answer. */
  readonly cosineMin: number;
  /** The least cosine of an answer without a matching word. Absent: any, for an unmeasured embedder. [F-19] */
  readonly sureFrom?: number;
  /** The same for a hit in another language than the question, where no word could match. Absent: `sureFrom` counts. [F-19] */
  readonly sureAcrossFrom?: number;
  /**
   * The least sum of the best text score and of `cosine` times the best cosine that makes memories with vectors an answer. Absent: the
   * text score counts alone. [F-19]
   */
  readonly together?: { readonly cosine: number; readonly least: number };
}

/**
 * The meaning of a question: the unit vector that the caller's embedder made, and how its cosine is weighed. [F-4]
 * Without a vector, `reason` tells the person why; null if there is nothing to say.
 */
export type Meaning =
  | ({
      readonly kind: 'vector';
      readonly fusion: Fusion;
      /** How many memories the caller judges. The result holds so many, also when the input has a lower limit. [F-24] */
      readonly judged?: number;
    } & VectorQuery)
  | { readonly kind: 'none'; readonly reason: string | null };

/** `text`: bm25, larger is better, null where no word matched. `cosine`: null where there is no vector. */
export interface Candidate {
  readonly text: number | null;
  readonly cosine: number | null;
}

/**
 * Returns a score from 0 to 1 for each candidate, in order. A hit without a matching word has the score 0 by words. A hit
 * without a vector was saved just now. To not hide it, its score by meaning is the best score by meaning times its score
 * by words. `ideal`: the bm25 of a text with every word of the question; 0 when unknown. It lowers the scores of a list
 * whose best hit has few of the words. `min_max` ignores it.
 */
export const fuse = (
  candidates: readonly Candidate[],
  { rule, vectorWeight }: Fusion,
  ideal: number,
): readonly number[] => {
  const scale = SCALES[rule];
  const text = scale.text(
    candidates.map((one) => one.text),
    ideal,
  );
  const cosine = scale.cosine(candidates.map((one) => one.cosine));
  const best = largest(cosine);
  return candidates.map((one, at) => {
    const byWords = text[at] ?? 0;
    const byMeaning = one.cosine === null ? best * byWords : (cosine[at] ?? 0);
    return vectorWeight * byMeaning + (1 - vectorWeight) * byWords;
  });
};

type Values = readonly (number | null)[];
const present = (values: Values): readonly number[] => values.filter((value) => value !== null);
const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);

const byBest = (values: Values, ideal: number): readonly number[] => {
  const most = largest(present(values));
  const whole = Math.max(most, (most + ideal) / 2);
  return values.map((value) => (value === null || most <= 0 ? 0 : Math.max(0, value) / whole));
};

const stretched = (values: Values): readonly number[] => {
  const known = present(values);
  const most = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const least = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return values.map((value) => (value === null ? 0 : most > least ? (value - least) / (most - least) : 1));
};

interface Scale {
  readonly text: (values: Values, ideal: number) => readonly number[];
  readonly cosine: (values: Values) => readonly number[];
}
const SCALES: Readonly<Record<Fusion['rule'], Scale>> = {
  cosine: { text: byBest, cosine: (values) => values.map((value) => Math.max(0, value ?? 0)) },
  min_max: { text: stretched, cosine: stretched },
};
