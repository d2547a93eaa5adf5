import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPooledRandom, RANDOM_POOL_BYTES } from './pooled-random.ts';

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

describe('pooled randomness', () => {
  test('what was handed out stays as it was, is never handed out again, and is never zeros', () => {
    const random = createPooledRandom((count) => randomBytes(count));
    const sizes = [10, 16, 24, 32, RANDOM_POOL_BYTES, RANDOM_POOL_BYTES + 1];
    const given = Array.from({ length: 600 }, (_, at) => random.bytes(sizes[at % sizes.length] ?? 10));
    expect(given.some(isZero)).toBe(false);
    const texts = given.map((bytes) => Buffer.from(bytes).toString('hex'));
    expect(new Set(texts).size).toBe(given.length);
    expect(given.map((bytes) => bytes.length)).toEqual(given.map((_, at) => sizes[at % sizes.length]));
  });

  test('the bytes are those of the source, in their order, none left out before the pool is used up', () => {
    const source = Buffer.from(Array.from({ length: RANDOM_POOL_BYTES }, (_, at) => (at * 7 + 1) % 251));
    const expected = source.toString('hex');
    const random = createPooledRandom(() => source);
    const parts = Array.from({ length: RANDOM_POOL_BYTES / 16 }, () => random.bytes(16));
    expect(Buffer.concat(parts).toString('hex')).toBe(expected);
  });
});
