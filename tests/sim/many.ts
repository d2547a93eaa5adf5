/** Many seeds as a few tests: a seed that fails says how, shrunk; the others of its block go on. */
import { describe, expect, test } from 'vitest';
import { LIES } from './lies/lie.ts';
import { type Profile, prove } from './seeds.ts';

const BLOCK = 50;

/** What so many seeds together must have met, or they prove less than they seem to. Rarer things are told in `stories.test.ts`. */
const TROUBLES: Readonly<Record<Profile, readonly string[]>> = {
  short: [
    'ok',
    'stale',
    'gone',
    'clock_ahead',
    'too_big',
    'malformed',
    'old_key',
    'device_forked',
    'device_revoked',
    'epoch_changed',
    'resync_required',
    'killed in a transaction',
  ],
  long: ['ok', 'epoch_changed'],
  // A server that was rolled back is counted with the other that shows a past of its own.
  hostile: [
    ...LIES.filter((lie) => lie !== 'roll back').map((lie) => `lie: ${lie}`),
    'lie: planted',
    'ok',
    'epoch_changed',
  ],
};

export const proveSeeds = (from: number, count: number, profile: Profile = 'short'): void => {
  const blocks = Array.from({ length: Math.ceil(count / BLOCK) }, (_, block) => from + block * BLOCK);
  const met = new Set<string>();
  describe('worlds of faults come to rest with nothing lost and nothing back', () => {
    test.each(blocks)(`[SY-M2] fifty ${profile} seeds from %i`, { timeout: 600_000 }, async (first) => {
      const failures: string[] = [];
      for (let seed = first; seed < Math.min(first + BLOCK, from + count); seed++)
        await prove(seed, profile).then(
          ({ server, liar }) => {
            for (const what of server.given.keys()) met.add(what);
            for (const lie of liar.told.keys()) met.add(`lie: ${lie}`);
          },
          (error: unknown) => failures.push(String(error)),
        );
      expect(failures.join('\n\n')).toBe('');
    });

    test('and meet every kind of trouble together', () => {
      expect([...met]).toEqual(expect.arrayContaining([...TROUBLES[profile]]));
    });
  });
};
