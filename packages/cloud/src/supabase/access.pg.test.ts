import { testPostgres } from '@cairn/test-support/vitest';
import { afterAll, describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../postgres/postgres-database.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { accessRules } from '../testing/access-rules.ts';
import { bodyOf, facetItem } from '../testing/readable-items.ts';
import { makeSupabase, refusalCode } from '../testing/supabase-database.ts';
import { createWorld, START_MS, unwrap } from '../testing/sync-world.ts';

const pg = testPostgres();
const opened: SqlDatabase[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

const connect = (url: string): SqlDatabase => {
  const database = createPostgresDatabase({ url, prepare: false, connectionsMax: 3 });
  opened.push(database);
  return database;
};
const newUrl = async (): Promise<string> => {
  const url = await pg?.createDatabase();
  if (url === undefined) throw new Error('no Postgres');
  return url;
};

describe.skipIf(pg === null)('Postgres', () => {
  accessRules('Postgres', async () => connect(await newUrl()));

  test('[SY-S5] an owner who has no way around row-level security serves as before, and alone', async () => {
    const url = await newUrl();
    const admin = connect(url);
    const name = new URL(url).pathname.slice(1);
    await makeSupabase(admin);
    // It belongs to somebody else: the table stays out of it.
    await admin.exec('create publication supabase_realtime');
    const roles = ['owner', 'other'].map((one) => `${name}_${one}`);
    for (const role of roles) await admin.exec(`create role ${role} login`);
    const [owner, other] = roles.map((role) => {
      const as = new URL(url);
      as.username = role;
      return connect(as.href);
    });
    if (owner === undefined || other === undefined) throw new Error('unreachable');
    await admin.exec(
      `grant usage on schema auth to ${roles[0]}; grant create on database ${name} to ${roles[0]}; grant create on schema public to ${roles[0]}`,
    );
    await migrate(owner, START_MS);
    const world = createWorld(createSqlStore(owner), 'rls/owner');
    const { first } = await world.createVault('readable');
    const second = await world.join(first);
    const item = bodyOf(world, first);
    unwrap(await first.push([item]));
    expect(await second.pullAll()).toMatchObject([item]);
    const gone = facetItem(world, second, item.entity, 'gone', { hash: null });
    unwrap(await second.push([gone]));
    expect(await owner.query('select id from cairn.memories')).toEqual([]);
    expect(await owner.query('select deleted from cairn.readable_memories')).toEqual([{ deleted: true }]);
    expect(await admin.query('select 1 from pg_publication_tables')).toEqual([]);
    expect(await refusalCode(other.query('select 1 from cairn.vaults'))).toBe('42501');
    await admin.exec(
      `grant usage on schema cairn to ${roles[1]}; grant all on all tables in schema cairn to ${roles[1]}`,
    );
    expect(await other.query('select id from cairn.vaults')).toEqual([]);
    await Promise.all([owner.close(), other.close()]);
    for (const role of roles)
      await admin.exec(`reassign owned by ${role} to postgres; drop owned by ${role}; drop role ${role}`);
  });
});
