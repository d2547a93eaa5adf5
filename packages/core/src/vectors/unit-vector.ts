/** Returns the vector at length 1. Null for a vector without direction: zeros, or a value that is not finite. */
export const unitVector = (values: Float32Array): Float32Array | null => {
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  return Number.isFinite(length) && length > 1e-12 ? values.map((value) => value / length) : null;
};

/** Whether all values are zero: a text without known tokens, which no search by meaning finds. */
export const isZero = (values: Float32Array): boolean => values.every((value) => value === 0);

/** Returns the cosine of two unit vectors of one length: from -1 to 1. */
export const cosineOf = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return Math.max(-1, Math.min(1, sum));
};
