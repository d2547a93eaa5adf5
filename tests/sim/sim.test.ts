/** A few seeds of the simulator with stores in memory. `seeds/` has more for `npm run proof -- sim`. */
import { expect, test } from 'vitest';
import { run } from './run.ts';
import { prove } from './seeds.ts';

const SEEDS = Array.from({ length: 12 }, (_, n) => 100_001 + n);

test.each(SEEDS)(
  '[SY-M2] seed %i comes to rest with nothing lost and nothing back',
  { timeout: 600_000 },
  async (seed) => {
    const world = await prove(seed, 'long');
    expect(world.ledger.saves.size).toBeGreaterThan(0);
  },
);

test('the same seed gives the same run', async () => {
  const twice = { seed: 'twice', steps: 40, devices: 3, kind: 'sealed' } as const;
  const [once, again] = [await run(twice), await run(twice)];
  expect(again.log).toEqual(once.log);
  // A sealed box of libsodium has a new key each time.
  const bodies = ({ bodies }: typeof once) =>
    bodies.map(({ bytes }) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/"sealed":"[^"]*"/g, ''),
    );
  expect(bodies(again)).toEqual(bodies(once));
});
