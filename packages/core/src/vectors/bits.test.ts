import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createBitRows } from './bit-rows.ts';
import { createBitsTable } from './bits-table.ts';
import { bitsToBytes, bytesToBits, signBits, wordsFor } from './sign-bits.ts';

const DIMENSIONS = 70;
const vectorsOf = (count: number, seed: number): readonly Float32Array[] => {
  const random = createSeededRandom(seed);
  return Array.from({ length: count }, () =>
    Float32Array.from(random.bytes(DIMENSIONS), (byte) => byte - 127.5),
  );
};
const differing = (a: Float32Array, b: Float32Array): number =>
  a.reduce((count, value, at) => count + Number(value > 0 !== (b[at] ?? 0) > 0), 0);

describe('sign bits', () => {
  test('hold one bit a dimension, the first in the lowest place', () => {
    const vector = new Float32Array(33).fill(-1);
    vector[0] = 1;
    vector[31] = 0.1;
    vector[32] = 2;
    expect([...signBits(vector)]).toEqual([0x80000001, 1]);
    expect(wordsFor(33)).toBe(2);
  });

  test('come back from their bytes, and bytes of another length do no harm', () => {
    const bits = signBits(vectorsOf(1, 1)[0] ?? new Float32Array());
    expect(bytesToBits(bitsToBytes(bits), 3)).toEqual(bits);
    expect([...bitsToBytes(new Uint32Array([1]))]).toEqual([1, 0, 0, 0]);
    expect([...bytesToBits(new Uint8Array([1, 0, 0, 0, 9]), 2)]).toEqual([1, 0]);
  });
});

test.each([1, 31, 64, 65, 96, 512, 1536])(
  '[F-2] counts the bits that differ, of %i dimensions',
  (dimensions) => {
    const random = createSeededRandom(dimensions);
    const vectors = Array.from({ length: 40 }, () =>
      Float32Array.from(random.bytes(dimensions), (byte) => byte - 127.5),
    );
    const rows = createBitRows(wordsFor(dimensions));
    rows.reserve(1);
    for (const [at, vector] of vectors.entries()) {
      // Reserving more rows must keep the existing ones.
      rows.reserve(at + 1);
      rows.set(at, signBits(vector));
    }
    for (const question of vectors.slice(0, 3)) {
      const found = rows.differences(vectors.length, signBits(question));
      expect([...found]).toEqual(vectors.map((vector) => differing(vector, question)));
    }
    rows.move(5, 2);
    rows.clear(3, 40);
    const found = rows.differences(4, signBits(vectors[5] ?? new Float32Array()));
    expect([found[2], found[3]]).toEqual([
      0,
      (vectors[5] ?? new Float32Array()).filter((value) => value > 0).length,
    ]);
    expect(rows.differences(0, signBits(vectors[0] ?? new Float32Array()))).toHaveLength(0);
  },
);

describe('[F-2] the table of bits', () => {
  const filled = (count: number) => {
    const vectors = vectorsOf(count, 2);
    const table = createBitsTable(wordsFor(DIMENSIONS));
    for (const [at, vector] of vectors.entries()) table.add(at + 1, signBits(vector));
    return { vectors, table };
  };
  const question = vectorsOf(1, 3)[0] ?? new Float32Array(DIMENSIONS);
  /** Computes the result by sorting, which the table does not do. */
  const expected = (vectors: readonly Float32Array[]) =>
    vectors
      .map((vector, at) => ({ number: at + 1, far: differing(vector, question) }))
      .sort((a, b) => a.far - b.far || b.number - a.number)
      .map(({ number }) => number);

  test('gives the nearest by bits that differ, the newer first among equals', () => {
    const { vectors, table } = filled(700);
    const near = table.measure(signBits(question));
    expect(near.nearest(20)).toEqual(expected(vectors).slice(0, 20));
    expect(near.nearest(50, 20)).toEqual(expected(vectors).slice(20, 50));
    expect(near.nearest(900)).toEqual(expected(vectors));
  });

  test('a full table that grows keeps its distances, also with an odd number of words', () => {
    const vectors = vectorsOf(256, 2);
    const table = createBitsTable(wordsFor(DIMENSIONS));
    for (const [at, vector] of vectors.entries()) table.add(at + 1, signBits(vector));
    table.measure(signBits(question));
    const later = vectorsOf(150, 4);
    for (const [at, vector] of later.entries()) table.add(at + 257, signBits(vector));
    const all = [...vectors, ...later];
    expect(table.measure(signBits(question)).nearest(all.length)).toEqual(expected(all));
  });

  test('what is removed is not found, and numbers go on rising', () => {
    const { vectors, table } = filled(300);
    const gone = new Set(expected(vectors).slice(0, 5));
    table.remove(gone);
    expect(table.size()).toBe(295);
    expect(table.measure(signBits(question)).nearest(5)).toEqual(expected(vectors).slice(5, 10));
    table.add(301, signBits(question));
    expect(table.measure(signBits(question)).nearest(3)).toEqual([301, ...expected(vectors).slice(5, 7)]);
  });

  test('keeps the newest when there are too many', () => {
    const { table } = filled(300);
    table.keepNewest(100);
    const all = table.measure(signBits(question)).nearest(300);
    expect([...all].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at + 201));
  });

  test('without rows answers nothing', () => {
    expect(createBitsTable(3).measure(signBits(question)).nearest(5)).toEqual([]);
  });
});
