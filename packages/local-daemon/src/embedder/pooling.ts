/** Computes the vector of a text from the vectors of its tokens. Pure. */

/** Returns the mean of a text's token vectors. `data` has `width` numbers for each token. */
export const meanPooled = (data: Float32Array, width: number): Float32Array => {
  const mean = new Float32Array(width);
  const tokens = data.length / width;
  for (const [at, value] of data.entries()) mean[at % width] = (mean[at % width] ?? 0) + value / tokens;
  return mean;
};

/** Returns the first token's vector. */
export const clsPooled = (data: Float32Array, width: number): Float32Array => data.slice(0, width);

const lengthOf = (vector: Iterable<number>): number => Math.hypot(...vector);

const unit = (vector: Float32Array): Float32Array => {
  const length = lengthOf(vector);
  return length === 0 ? vector : vector.map((value) => value / length);
};

/** Subtracts the common part of all texts. A text with nothing else becomes the zero vector. */
export const centred = (vector: Float32Array, center: readonly number[]): Float32Array =>
  unit(vector).map((value, at) => value - (center[at] ?? 0));

/**
 * Returns the common part of the vectors of unrelated texts: their mean, reduced by what chance explains. The mean of n
 * independent unit vectors has a squared length of about 1/n. So the squared length of the common part is (n·m² − 1) /
 * (n − 1), where m is the length of the mean.
 */
export const commonPart = (vectors: readonly Float32Array[]): readonly number[] => {
  const width = vectors[0]?.length ?? 0;
  const count = vectors.length;
  const mean = new Float32Array(width);
  for (const vector of vectors.map(unit))
    for (const [at, value] of vector.entries()) mean[at] = (mean[at] ?? 0) + value / count;
  const squared = lengthOf(mean) ** 2;
  const known = squared === 0 || count < 2 ? 0 : Math.max(0, (count * squared - 1) / (count - 1)) / squared;
  return Array.from(mean, (value) => value * known);
};
