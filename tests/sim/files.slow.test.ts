/** The simulator with every device on a real libSQL file. */
import { type OpenStore, openTempLibsqlStore } from '@cairn/core/testing';
import { afterAll, expect, test } from 'vitest';
import { run } from './run.ts';

const opened: OpenStore[] = [];
afterAll(async () => {
  await Promise.all(opened.map((store) => store.dispose()));
});

const openStores = async (): Promise<OpenStore> => {
  const store = await openTempLibsqlStore();
  opened.push(store);
  return store;
};

test.each([1, 2, 3])(
  '[SY-P2] seed %i on files comes to rest with nothing lost and nothing back',
  { timeout: 600_000 },
  async (seed) => {
    const steps = Number(process.env.CAIRN_SIM_STEPS ?? 60);
    const world = await run({ seed: `files ${seed}`, steps, devices: 3, kind: 'sealed', openStores });
    expect(world.ledger.saves.size).toBeGreaterThan(0);
  },
);
