/**
 * The simulator on the twins in memory. `CAIRN_SIM_SEEDS` (how many, or a comma-separated list) and `CAIRN_SIM_STEPS` make
 * it longer; a seed that found a bug is kept below by name.
 */
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const steps = Number(process.env.CAIRN_SIM_STEPS ?? 120);
const asked = process.env.CAIRN_SIM_SEEDS ?? '12';
const seeds = asked.includes(',')
  ? asked.split(',').map(Number)
  : Array.from({ length: Number(asked) }, (_, n) => n + 1);

/** What the seeds together must have met, or the runs prove less than they seem to. */
const TROUBLES = [
  'ok',
  'stale',
  'gone',
  'clock_ahead',
  'too_big',
  'malformed',
  'old_key',
  'device_forked',
  'killed in a transaction',
];
const met = new Set<string>();

describe('a world of faults comes to rest with nothing lost and nothing back', () => {
  test.each(seeds)('[SY-M2] seed %i', { timeout: 600_000 }, async (seed) => {
    const kind = seed % 3 === 0 ? 'readable' : 'sealed';
    const world = await run({ seed, steps, devices: 2 + (seed % 3), kind });
    expect(world.ledger.saves.size).toBeGreaterThan(0);
    for (const what of world.server.given.keys()) met.add(what);
  });
});

test.runIf(seeds.length >= 12)('the seeds together meet every kind of trouble', () => {
  expect([...met]).toEqual(expect.arrayContaining(TROUBLES));
});

test('the same seed gives the same run', async () => {
  const [once, again] = [
    await run({ seed: 'twice', steps: 40, devices: 3, kind: 'sealed' }),
    await run({ seed: 'twice', steps: 40, devices: 3, kind: 'sealed' }),
  ];
  expect(again.log).toEqual(once.log);
  expect(again.bodies.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual(
    once.bodies.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
  );
});
