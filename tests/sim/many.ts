/** Many seeds as a few tests: a seed that fails says how, shrunk; the others of its block go on. */
import { describe, expect, test } from 'vitest';
import { prove } from './seeds.ts';

const BLOCK = 50;

export const proveSeeds = (from: number, count: number): void => {
  const blocks = Array.from({ length: Math.ceil(count / BLOCK) }, (_, block) => from + block * BLOCK);
  describe('worlds of faults come to rest with nothing lost and nothing back', () => {
    test.each(blocks)('[SY-M2] fifty seeds from %i', { timeout: 600_000 }, async (first) => {
      const failures: string[] = [];
      for (let seed = first; seed < Math.min(first + BLOCK, from + count); seed++)
        await prove(seed, 'short').catch((error: unknown) => failures.push(String(error)));
      expect(failures.join('\n\n')).toBe('');
    });
  });
};
