/** Runs many seeds as a few tests. A failing seed is reported shrunk, and the other seeds of its block go on. */
import { describe, expect, test } from 'vitest';
import { LIES } from './lies/lie.ts';
import { type Profile, prove } from './seeds.ts';

const BLOCK = 50;

/** Events that so many seeds together must contain, else they prove too little. `stories.test.ts` covers rarer ones. */
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
  // The lie `roll back` is counted with the other lie that shows a different history.
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
