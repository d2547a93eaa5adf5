/**
 * One score of two: by words and by meaning. How much an embedder's cosine is worth beside the words is a property of the
 * embedder; what the rules do is measured in docs/retrieval.md. [F-4]
 *
 * Scores are added, not ranks: fusing ranks (RRF) gives the first of a poor list as much as the first of a good one, and a question
 * without an answer then gets a confident hit. To add them, bm25 has to be brought to 0 to 1, and it has no upper end. So it is divided by
 * the mean of the best hit and the score of an ideal text.
 */

/** `cosine`: as it is. `min_max`: both lists are stretched to 0 to 1 first, which suits embedders whose cosines lie far apart. */
export const FUSION_RULES = ['cosine', 'min_max'] as const;
export interface Fusion {
  readonly rule: (typeof FUSION_RULES)[number];
  /** From 0, words alone, to 1, meaning alone. */
  readonly vectorWeight: number;
  /** A row that no word matched is found by its meaning from this cosine on, so that a question can have no answer. */
  readonly cosineMin: number;
  /** From this cosine on a meaning is an answer without any word. Absent: any is, because the embedder was not measured. [F-19] */
  readonly sureFrom?: number;
}

/** `text`: bm25, larger is better, null where no word matched. `cosine`: null where there is no vector. */
export interface Candidate {
  readonly text: number | null;
  readonly cosine: number | null;
}

/**
 * From 0 to 1 for each, in their order. A hit that no word matched has 0 of the words' part. One without a vector was saved a moment ago: by meaning
 * it is taken to be as much of the best as it is by words, so that it is not hidden until it has one. `ideal`: the
 * bm25 of a text that holds every word of the question, 0 when it is not known: the best of a list that holds few of the words is worth
 * less than the best of one that holds them all.
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
