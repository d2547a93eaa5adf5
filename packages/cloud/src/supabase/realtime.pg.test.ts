import { randomBytes } from 'node:crypto';
import { ok } from '@cairn/schema';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AccountId } from '../ports/account-sessions.ts';
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import { createAdminStore } from '../sql/admin-store.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { openLogicalChanges } from '../testing/logical-changes.ts';
import { bodyOf, facetItem } from '../testing/readable-items.ts';
import { asRole, makeSupabase } from '../testing/supabase-database.ts';
import { createTestDevice, createWorld, START_MS, unwrap } from '../testing/sync-world.ts';

const ADA = '6b1f0b7e-7a39-4c0c-9f0e-3f7a5f1d2c3b' as AccountId;
const BEN = '0c9a1a52-2f5e-4c65-8a1b-6f1c5a3e7d90' as AccountId;

const pg = testPostgres();

const open = async () => {
  const url = await pg?.createDatabase();
  if (url === undefined) throw new Error('no Postgres');
  const database = createPostgresDatabase({ url, prepare: false, connectionsMax: 3 });
  await makeSupabase(database);
  await database.exec('create publication supabase_realtime');
  await migrate(database, START_MS);
  const changes = await openLogicalChanges(
    database,
    `realtime_${randomBytes(6).toString('hex')}`,
    'supabase_realtime',
  );
  onTestFinished(async () => {
    await changes.close();
    await database.close();
  });
  const sessions = { accountOf: async () => ok(ADA) };
  const world = createWorld(createSqlStore(database), url, { sessions });
  const { request, identity } = world.vaultRequest('readable');
  const device = createTestDevice(
    world.server,
    identity,
    unwrap(await world.server.createVault('eyJ.eyJ.c2ln', request)),
  );
  return { database, world, device, changes, vault: request.vault };
};

describe.skipIf(pg === null)('Realtime', () => {
  test('[SY-S9] the publication tells of each memory as a row, of no other table, and of a forgotten one no word', async () => {
    const { world, device, changes } = await open();
    const item = bodyOf(world, device, { content: 'the zebra key', tags: ['zebra'] });
    unwrap(await device.push([item]));
    const [inserted, ...none] = await changes.next();
    expect(none).toEqual([]);
    expect(inserted).toMatchObject({
      table: 'cairn.readable_memories',
      kind: 'insert',
      row: {
        id: item.entity,
        user_id: ADA,
        content: 'the zebra key',
        tags: '["zebra"]',
        deleted: 'f',
        shown: 't',
      },
    });
    unwrap(
      await device.push([facetItem(world, device, item.entity, 'flags', { pinned: true, trust: 'normal' })]),
    );
    expect(await changes.next()).toMatchObject([
      { kind: 'update', row: { pinned: 't', content: 'the zebra key' } },
    ]);
    unwrap(await device.push([facetItem(world, device, item.entity, 'gone', { hash: null })]));
    const forgotten = await changes.next();
    expect(forgotten).toMatchObject([
      { kind: 'update', row: { id: item.entity, deleted: 't', content: null } },
    ]);
    expect(JSON.stringify(forgotten)).not.toContain('zebra');
  });

  test('[SY-S9] a row that is deleted tells by its key whose it was, and no word', async () => {
    const { database, world, device, changes, vault } = await open();
    const item = bodyOf(world, device, { content: 'the zebra key' });
    unwrap(await device.push([item]));
    await changes.next();
    const random = { bytes: (count: number) => randomBytes(count) };
    const admin = createAdminStore({ database, clock: { nowMs: world.nowMs }, random, version: '9.9.9' });
    expect(await admin.deleteVault(vault)).toBe(true);
    expect(await changes.next()).toEqual([
      {
        table: 'cairn.readable_memories',
        kind: 'delete',
        row: null,
        key: { user_id: ADA, id: item.entity, vault },
      },
    ]);
  });

  test('[SY-S9] Realtime, which asks as each subscriber whether the row is visible, tells its user alone', async () => {
    const { database, world, device, changes } = await open();
    unwrap(await device.push([bodyOf(world, device)]));
    const [change] = await changes.next();
    const asked = `select 1 from cairn.readable_memories
      where user_id = '${change?.row?.user_id}' and id = '${change?.row?.id}' and vault = '${change?.row?.vault}'`;
    expect(await asRole(database, { role: 'authenticated', user: ADA }, asked)).toHaveLength(1);
    expect(await asRole(database, { role: 'authenticated', user: BEN }, asked)).toEqual([]);
    const columns = await database.query(
      `select attname::text as name from pg_attribute where attrelid = 'cairn.readable_memories'::regclass and attnum > 0
         and not has_column_privilege('authenticated', attrelid, attnum, 'SELECT') order by 1`,
    );
    expect(columns.map((row) => row.name)).toEqual(['link', 'link_hlc', 'search', 'twin']);
  });
});
