/** Among the ranked rows, those first whom the question names; see `named`. [F-10] */
import type { Naming, Voice } from './named.ts';

/** The scores of all others are divided by this. Measured: docs/retrieval.md. */
const OTHERS_DIVISOR = 1.3;

/** `ranked`: best first. When nobody is named, no score changes; what is asked for by its exact name keeps its score. */
export const favourNamed = <Of extends { readonly score: number; readonly isExact: boolean }>(
  ranked: readonly Of[],
  naming: Naming,
  voiceOf: (one: Of) => Voice,
): readonly (Of & { readonly isNamed: boolean })[] => {
  const marked = ranked.map((one) => ({ ...one, isNamed: naming.isNamed(voiceOf(one)) }));
  if (!marked.some((one) => one.isNamed)) return marked;
  return marked
    .map((one) =>
      one.isNamed || one.isExact || naming.isExact(voiceOf(one))
        ? one
        : { ...one, score: one.score / OTHERS_DIVISOR },
    )
    .sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.score - a.score);
};
