/** Vectors of length 1, so that a product of two is their cosine. */

/** Null for what has no direction: zeros, or a number that is none. */
export const unitVector = (values: Float32Array): Float32Array | null => {
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  return Number.isFinite(length) && length > 1e-12 ? values.map((value) => value / length) : null;
};

/** Kept for a text that says nothing to its embedder: no cosine with it is a number, so nothing finds it by meaning. */
export const isZero = (values: Float32Array): boolean => values.every((value) => value === 0);

/** The cosine of unit vectors of one length: from -1 to 1. */
export const cosineOf = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return Math.max(-1, Math.min(1, sum));
};
