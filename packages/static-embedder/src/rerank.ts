/**
 * Judges how well texts answer a question, by the tokens of both: how near the nearest token of the text is to each token of the
 * question, and the other way round. A small network weighs these counts with the scores of the search. The counts are the kernels of
 * KNRM (Xiong et al., "End-to-End Neural Ad-hoc Ranking with Kernel Pooling", 2017). training/README.md says how it was trained. [TV-4]
 */
import NETWORK from '../data/rerank.json' with { type: 'json' };
import type { Table } from './table.ts';
import { rowsOf } from './tokens.ts';

/** A text and its scores, from 0 to 1 by words and from -1 to 1 by meaning. */
export interface Candidate {
  readonly text: string;
  readonly textScore: number;
  readonly cosine: number;
}

/** The most tokens of a question and of a text that are compared. The longest vectors stay: those of the most telling tokens. */
const QUESTION_TOKENS_MAX = 16;
const TEXT_TOKENS_MAX = 40;

/** Returns a number per candidate, in order: the larger, the better the text answers. */
export const rerank = (
  table: Table,
  question: string,
  candidates: readonly Candidate[],
): readonly number[] => {
  const asked = tokensOf(table, question, QUESTION_TOKENS_MAX, NETWORK.questionWeights);
  const vectors = asked.rows.map((row, at) => turned(unitVector(table, row, asked.lengths[at] ?? 0)));
  const best = (values: readonly number[]): number => Math.max(...values);
  const mostByMeaning = best(candidates.map(({ cosine }) => cosine));
  const mostByWords = best(candidates.map(({ textScore }) => textScore));
  const whole = Math.max(mostByWords, (mostByWords + 1) / 2);
  const fused = candidates.map(
    ({ textScore, cosine }) =>
      NETWORK.vectorWeight * Math.max(0, cosine) + ((1 - NETWORK.vectorWeight) * textScore) / whole,
  );
  const mostFused = best(fused);
  return candidates.map(({ text, textScore, cosine }, at) => {
    const together = fused[at] ?? 0;
    const told = tokensOf(table, text, TEXT_TOKENS_MAX, NETWORK.textWeights);
    return network([
      ...[cosine, textScore, textScore / whole, together],
      ...[together - mostFused, cosine - mostByMeaning, textScore - mostByWords],
      ...countsOf(asked, told, nearness(table, vectors, told)),
    ]);
  });
};

/** Different tokens of a text, with the lengths of their vectors in steps of the table. */
interface Tokens {
  readonly rows: readonly number[];
  readonly lengths: readonly number[];
  readonly weights: readonly number[];
}

const tokensOf = (
  { rows, dimensions, scales, values }: Table,
  text: string,
  most: number,
  [base = 0, byLength = 0]: readonly number[],
): Tokens => {
  const found = [...new Set(rowsOf(text, rows))].map((row) => {
    let squares = 0;
    for (let at = row * dimensions; at < (row + 1) * dimensions; at++) squares += (values[at] ?? 0) ** 2;
    const length = Math.max(Math.sqrt(squares), 1e-9);
    return { row, length, weight: softplus(base + byLength * length * (scales[row] ?? 0)) };
  });
  const kept = found.length <= most ? found : found.sort((a, b) => b.weight - a.weight).slice(0, most);
  return {
    rows: kept.map(({ row }) => row),
    lengths: kept.map(({ length }) => length),
    weights: kept.map(({ weight }) => weight),
  };
};

const unitVector = ({ dimensions, values }: Table, row: number, length: number): Float32Array =>
  Float32Array.from(values.subarray(row * dimensions, (row + 1) * dimensions), (value) => value / length);

/** The table has one vector for a token. A question means another thing by it than a text: "when" asks for a date. */
const TURN = Int8Array.from(Buffer.from(NETWORK.turn.bytes, 'base64'), (byte) => (byte << 24) >> 24);

/** Adds the turn of the vector to it. */
const turned = (vector: Float32Array): Float32Array => {
  const result = vector.slice();
  const { length } = vector;
  for (let from = 0; from < length; from++) {
    const share = NETWORK.turn.scale * (vector[from] ?? 0);
    for (let to = 0, at = from * length; to < length; to++, at++)
      result[to] = (result[to] ?? 0) + share * (TURN[at] ?? 0);
  }
  return result;
};

/** The cosines of each token of the question and each of the text, one question token after the other. */
const nearness = (
  { dimensions, values }: Table,
  vectors: readonly Float32Array[],
  { rows, lengths }: Tokens,
): Float32Array => {
  const cosines = new Float32Array(vectors.length * rows.length);
  for (const [a, vector] of vectors.entries())
    for (const [b, row] of rows.entries()) {
      let total = 0;
      for (let at = 0, from = row * dimensions; at < dimensions; at++, from++)
        total += (vector[at] ?? 0) * (values[from] ?? 0);
      cosines[a * rows.length + b] = total / (lengths[b] ?? 1);
    }
  return cosines;
};

/** Returns the counts of both directions, the mean nearness of both, and how much both hold. */
const countsOf = (asked: Tokens, told: Tokens, cosines: Float32Array): readonly number[] => {
  const nearest = asked.weights.map(() => NONE);
  const nearestBack = told.weights.map(() => NONE);
  for (const [a, near] of nearest.entries())
    for (const [b, nearBack] of nearestBack.entries()) {
      const cosine = cosines[a * nearestBack.length + b] ?? NONE;
      nearest[a] = Math.max(nearest[a] ?? near, cosine);
      nearestBack[b] = Math.max(nearBack, cosine);
    }
  const [forth, back] = [pooled(nearest, asked.weights), pooled(nearestBack, told.weights)];
  return [
    ...[...forth.kernels, ...back.kernels, forth.mean, back.mean],
    ...[Math.log1p(sum(asked.weights)), Math.log1p(sum(told.weights))],
  ];
};

/** The nearness of a token to a text without tokens. */
const NONE = -1;

const pooled = (nearest: readonly number[], weights: readonly number[]) => {
  const whole = Math.max(sum(weights), 1e-6);
  const mean = (of: (cosine: number) => number): number =>
    sum(nearest.map((cosine, at) => ((weights[at] ?? 0) / whole) * of(cosine)));
  return {
    kernels: NETWORK.kernels.map(([centre = 0, width = 1]) =>
      mean((cosine) => Math.exp(-((cosine - centre) ** 2) / (2 * width ** 2))),
    ),
    mean: mean((cosine) => cosine),
  };
};

const network = (input: readonly number[]): number =>
  NETWORK.last.reduce((total, weight, unit) => {
    const row = NETWORK.first[unit] ?? [];
    const felt = (NETWORK.bias[unit] ?? 0) + sum(row.map((one, at) => one * (input[at] ?? 0)));
    return total + weight * Math.tanh(felt);
  }, NETWORK.lastBias);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const softplus = (value: number): number => Math.log1p(Math.exp(value));
