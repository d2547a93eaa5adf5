import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startCollectionTimer } from '../adapters/timers.ts';
import { createCollect } from '../services/collect.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { createWorld, START_MS, unwrap } from '../testing/sync-world.ts';
import { createPgliteDatabase } from './pglite-database.ts';

test('[OP-24] memories that change again and again do not make the embedded database grow', async () => {
  const database = await createPgliteDatabase(null);
  onTestFinished(() => database.close());
  await migrate(database, START_MS);
  const store = createSqlStore(database);
  const world = createWorld(store, 'reclaim');
  const { first } = await world.createVault();
  const entities = Array.from({ length: 20 }, () => world.newMemory());
  const kilobytes = async (): Promise<number> => {
    const [row] = await database.query('select pg_database_size(current_database())::int / 1024 as size');
    return Number(row?.size);
  };
  const rewrite = async (): Promise<void> => {
    for (let at = 0; at < 60; at += 1) {
      const payload = randomBytes(3_000).toString('base64url');
      unwrap(await first.push(entities.map((entity) => ({ ...world.newItem(first.id), entity, payload }))));
    }
  };
  let rounds = 0;
  const timer = startCollectionTimer({
    collectAll: createCollect({ store, clock: { nowMs: world.nowMs } }).collectAll,
    reclaim: async () => {
      await database.reclaim?.();
      rounds += 1;
    },
    log: { info: () => undefined, warn: (line) => expect.fail(line) },
    intervalMs: 50,
  });
  const settled = async (): Promise<void> => {
    const before = rounds;
    await expect.poll(() => rounds, { timeout: 30_000 }).toBeGreaterThan(before + 1);
  };
  await rewrite();
  await settled();
  const once = await kilobytes();
  for (let at = 0; at < 3; at += 1) {
    await rewrite();
    await settled();
  }
  await timer.close();
  // Without it, each time adds 5 MB.
  expect((await kilobytes()) - once).toBeLessThan(3_000);
}, 120_000);
