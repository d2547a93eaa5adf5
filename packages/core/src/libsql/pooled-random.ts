/**
 * Gives out random bytes in small portions. The system call costs as much for four kilobytes as for the ten bytes that
 * a save needs.
 */
import type { Random } from '../ports/random.ts';

export const RANDOM_POOL_BYTES = 4_096;

/**
 * Makes a pool. `fill` returns `count` new random bytes. No byte is returned twice, and returned bytes are wiped from
 * the pool.
 */
export const createPooledRandom = (fill: (count: number) => Uint8Array): Random => {
  let pool = new Uint8Array(0);
  return {
    bytes(count) {
      // Copied, because `slice` of a Buffer is a view, and wiping the pool would wipe returned bytes.
      if (count > RANDOM_POOL_BYTES) return new Uint8Array(fill(count));
      if (count > pool.length) pool = new Uint8Array(fill(RANDOM_POOL_BYTES));
      const bytes = pool.slice(0, count);
      pool.fill(0, 0, count);
      pool = pool.subarray(count);
      return bytes;
    },
  };
};
