/** Order statistics of samples, nearest rank: what was really measured, nothing between two samples. */

/** The sample that a share `q` (0 to 1) of all samples does not exceed; NaN without samples. */
export const quantile = (samples: readonly number[], q: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);
export const p95 = (samples: readonly number[]): number => quantile(samples, 0.95);
export const p99 = (samples: readonly number[]): number => quantile(samples, 0.99);
