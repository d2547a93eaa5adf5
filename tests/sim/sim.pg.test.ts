/** The simulator with the server on a real Postgres, whose pushes and pulls overlap. Runs differ, but the same invariants must hold. */
import type { SyncStore } from '@cairn/cloud';
import { openPostgresSyncStore } from '@cairn/cloud/testing';
import { testPostgres } from '@cairn/test-support/vitest';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from './run.ts';

const pg = testPostgres();
const seeds = Array.from({ length: Number(process.env.CAIRN_SIM_PG_SEEDS ?? 3) }, (_, n) => n + 1);
const steps = Number(process.env.CAIRN_SIM_STEPS ?? 80);

describe.skipIf(pg === null)('on Postgres, with devices that push at the same time', () => {
  const stores: SyncStore[] = [];
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });

  test.each(seeds)(
    '[SY-U4] seed %i comes to rest with nothing lost and nothing back',
    { timeout: 600_000 },
    async (seed) => {
      const store = await openPostgresSyncStore((await pg?.createDatabase()) ?? '', 0);
      stores.push(store);
      const kind = seed % 2 === 0 ? 'readable' : 'sealed';
      const world = await run({ seed: `postgres ${seed}`, steps, devices: 5, kind, store });
      expect(world.ledger.saves.size).toBeGreaterThan(0);
      expect(world.server.together).toBeGreaterThan(1);
    },
  );
});
