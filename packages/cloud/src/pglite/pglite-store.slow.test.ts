import { tempHome } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { syncRules } from '../testing/sync-rules.ts';
import { createTestDevice, createWorld, START_MS, unwrap } from '../testing/sync-world.ts';
import { createPgliteDatabase } from './pglite-database.ts';

const openStore = async (folder: string): Promise<SyncStore> => {
  const database = await createPgliteDatabase(folder);
  await migrate(database, START_MS);
  return createSqlStore(database);
};

describe('PGlite on disk', () => {
  let home: Awaited<ReturnType<typeof tempHome>>;
  let store: SyncStore;
  beforeAll(async () => {
    home = await tempHome();
    store = await openStore(`${home.path}/database`);
  });
  afterAll(async () => {
    await store.close();
    await home.remove();
  });

  syncRules('PGlite', () => store);

  test('what was committed is there after a close and an open', async () => {
    const world = createWorld(store, 'pglite/reopen');
    const { first, info } = await world.createVault();
    const item = world.newItem(first.id);
    unwrap(await first.push([item]));
    await store.close();
    store = await openStore(`${home.path}/database`);
    const after = createWorld(store, 'pglite/reopened');
    const again = createTestDevice(after.server, first, info);
    expect(await again.pullAll()).toMatchObject([item]);
  });
});
