/** Returns the vector at length 1. Null for a vector without direction: zeros, or a value that is not finite. */
export const unitVector = (values: Float32Array): Float32Array | null => {
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  return Number.isFinite(length) && length > 1e-12 ? values.map((value) => value / length) : null;
};

/** Whether all values are zero: a text without known tokens, which no search by meaning finds. */
export const isZero = (values: Float32Array): boolean => values.every((value) => value === 0);
