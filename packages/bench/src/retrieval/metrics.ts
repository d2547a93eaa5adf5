/** Standard measures of a ranking's quality, all from 0 to 1. */
import { createSeededRandom } from '@cairn/core/testing';
import type { Category } from './conversation.ts';

/** A ranking to judge. `ranked` holds unique refs, best first. `gold` holds at least one ref. */
export interface Judged {
  readonly category: Category;
  readonly ranked: readonly string[];
  readonly gold: readonly string[];
}

/** Returns the share of the gold that is among the first `k` (fractional recall). */
export const recallAt = ({ ranked, gold }: Judged, k: number): number =>
  foundAt(ranked, gold, k) / gold.length;

/** Returns 1 when all of the gold is among the first `k`, else 0. */
export const strictAt = ({ ranked, gold }: Judged, k: number): number =>
  foundAt(ranked, gold, k) === gold.length ? 1 : 0;

/** Returns 1 when any of the gold is among the first `k`, else 0. */
export const anyAt = ({ ranked, gold }: Judged, k: number): number => (foundAt(ranked, gold, k) > 0 ? 1 : 0);

const foundAt = (ranked: readonly string[], gold: readonly string[], k: number): number => {
  const first = new Set(ranked.slice(0, k));
  return gold.filter((ref) => first.has(ref)).length;
};

/** Returns 1 divided by the rank of the first right ref; 0 when there is none. */
export const reciprocalRank = ({ ranked, gold }: Judged): number => {
  const first = ranked.findIndex((ref) => gold.includes(ref));
  return first === -1 ? 0 : 1 / (first + 1);
};

/** Returns the normalised discounted cumulative gain. All gold refs have the same gain. */
export const ndcgAt = ({ ranked, gold }: Judged, k: number): number => {
  const gain = (rank: number): number => 1 / Math.log2(rank + 2);
  const sum = ranked.slice(0, k).reduce((all, ref, rank) => all + (gold.includes(ref) ? gain(rank) : 0), 0);
  let ideal = 0;
  for (let rank = 0; rank < Math.min(k, gold.length); rank++) ideal += gain(rank);
  return sum / ideal;
};

/** Returns the mean; NaN for an empty list. */
export const meanOf = (figures: readonly number[]): number =>
  figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

const RESAMPLINGS = 1_000;
const OUTSIDE = 0.025;

/**
 * Returns the interval that holds 95 % of the means of resampled figures (bootstrap over questions). Deterministic. NaN for an empty
 * list.
 */
export const intervalOf = (figures: readonly number[]): readonly [number, number] => {
  const random = createSeededRandom('bootstrap');
  const means = Array.from({ length: RESAMPLINGS }, () =>
    meanOf(figures.map(() => figures[random.below(figures.length)] ?? 0)),
  ).sort((a, b) => a - b);
  const least = Math.floor(OUTSIDE * RESAMPLINGS);
  return [rounded(means[least] ?? Number.NaN), rounded(means[RESAMPLINGS - 1 - least] ?? Number.NaN)];
};

/** Returns the probability that a figure of the first list is above one of the second. A tie counts half. NaN when a list is empty. */
export const auroc = (positives: readonly number[], negatives: readonly number[]): number => {
  let above = 0;
  for (const positive of positives) {
    for (const negative of negatives) above += positive > negative ? 1 : positive === negative ? 0.5 : 0;
  }
  return above / (positives.length * negatives.length);
};

/**
 * Returns the share of `negatives` that pass the threshold at which the share `kept` of the `positives` passes. These would be shown
 * although they are irrelevant.
 */
export const falsePassRate = (
  positives: readonly number[],
  negatives: readonly number[],
  kept: number,
): number => {
  const sorted = positives.toSorted((a, b) => b - a);
  const threshold = sorted[Math.ceil(kept * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;
  return negatives.filter((negative) => negative >= threshold).length / negatives.length;
};

export type ByCategory<T> = T & { readonly perCategory: Readonly<Partial<Record<Category, T>>> };

export const rankingFigures = (judged: readonly Judged[]) => ({
  questions: judged.length,
  recall5: mean(judged, (one) => recallAt(one, 5)),
  recall10: mean(judged, (one) => recallAt(one, 10)),
  recall20: mean(judged, (one) => recallAt(one, 20)),
  mrr: mean(judged, reciprocalRank),
  ndcg10: mean(judged, (one) => ndcgAt(one, 10)),
  strict10: mean(judged, (one) => strictAt(one, 10)),
  /** 95 % interval of `recall10` under resampling. */
  recall10Between: intervalOf(judged.map((one) => recallAt(one, 10))),
});

export type RankingFigures = ReturnType<typeof rankingFigures>;

export const sessionFigures = (judged: readonly Judged[]) => ({
  questions: judged.length,
  any1: mean(judged, (one) => anyAt(one, 1)),
  any5: mean(judged, (one) => anyAt(one, 5)),
  any10: mean(judged, (one) => anyAt(one, 10)),
  recall10: mean(judged, (one) => recallAt(one, 10)),
});

export type SessionFigures = ReturnType<typeof sessionFigures>;

const mean = (judged: readonly Judged[], figure: (one: Judged) => number): number =>
  rounded(meanOf(judged.map(figure)));

/** Rounds to four digits. Ten questions more or less change the fourth digit. */
export const rounded = (figure: number): number => Number(figure.toFixed(4));

/** Returns the figures over categories 1 to 4, whose questions have an answer, and those of each category. */
export const byCategory = <T extends object>(
  judged: readonly Judged[],
  figures: (judged: readonly Judged[]) => T,
): ByCategory<T> => {
  const groups = Map.groupBy(judged, ({ category }) => category);
  const perCategory = Object.fromEntries(
    [...groups].sort().map(([category, group]) => [category, figures(group)]),
  );
  return { ...figures(judged.filter(({ category }) => category !== '5')), perCategory };
};
