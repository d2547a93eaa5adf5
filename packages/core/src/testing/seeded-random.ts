/**
 * Random numbers from a seed: sfc32 (Chris Doty-Humphrey's small fast counting generator, PractRand). For tests and the simulator;
 * never for keys of a real vault.
 */
import type { Random } from '../ports/random.ts';

export interface SeededRandom extends Random {
  /** Returns a number, 0 ≤ x < 1. */
  next(): number;
  /** Returns a whole number, 0 ≤ x < `below`. */
  below(below: number): number;
  chance(probability: number): boolean;
  /** Returns one item. Throws on an empty list. */
  pick<T>(from: readonly T[]): T;
  /** Returns an independent stream, decided by this one's seed and the name. */
  fork(name: string): SeededRandom;
}

export const createSeededRandom = (seed: number | string): SeededRandom => {
  const word = createSfc32(String(seed));
  const next = (): number => word() / 2 ** 32;
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    fork: (name) => createSeededRandom(`${seed}/${name}`),
    bytes: (count) => Uint8Array.from({ length: count }, () => word() & 255),
  };
};

/** Fills the state by FNV-1a over the seed's text. Twelve rounds mix it, as the author of sfc32 advises. */
const createSfc32 = (seed: string): (() => number) => {
  const hash = (salt: number): number => {
    let value = 0x811c9dc5 ^ salt;
    for (let at = 0; at < seed.length; at++) value = Math.imul(value ^ seed.charCodeAt(at), 0x01000193);
    return value >>> 0;
  };
  let [a, b, c, counter] = [hash(1), hash(2), hash(3), 1];
  const word = (): number => {
    const out = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + out) | 0;
    return out >>> 0;
  };
  for (let round = 0; round < 12; round++) word();
  return word;
};
