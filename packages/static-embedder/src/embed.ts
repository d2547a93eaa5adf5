/** Makes the vector of a text: the sum of its tokens' vectors, normalised to length 1. */
import type { Table } from './table.ts';
import { rowsOf } from './tokens.ts';

/** Returns the vector; null when no token of the text is known. */
export const embedText = ({ dimensions, rows, scales, values }: Table, text: string): Float32Array | null => {
  const sum = new Float32Array(dimensions);
  for (const row of rowsOf(text, rows)) {
    const scale = scales[row] ?? 0;
    const from = row * dimensions;
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + scale * (values[from + at] ?? 0);
  }
  let squares = 0;
  for (const value of sum) squares += value * value;
  return squares < 1e-18 ? null : sum.map((value) => value / Math.sqrt(squares));
};
