import { CLOUD_MIGRATIONS } from '@cairn/schema/migrations';
import { waitUntil } from '@cairn/test-support';
import { testPostgres } from '@cairn/test-support/vitest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { isMigrated, migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { syncRules } from '../testing/sync-rules.ts';
import { createWorld, kindOf, plainWrite, SETUP_TOKEN, START_MS, unwrap } from '../testing/sync-world.ts';
import { createPostgresDatabase } from './postgres-database.ts';

const pg = testPostgres();

describe.skipIf(pg === null)('Postgres', () => {
  let url = '';
  let database: SqlDatabase;
  let store: SyncStore;
  beforeAll(async () => {
    url = (await pg?.createDatabase()) ?? '';
    database = createPostgresDatabase({ url, prepare: true });
    await migrate(database, START_MS);
    store = createSqlStore(database);
  });
  afterAll(() => store.close());

  syncRules('Postgres', () => store);

  test('[SY-U4] a vault whose lock is held too long is unavailable, and another vault is not', async () => {
    const impatient = createPostgresDatabase({ url, prepare: true });
    const world = createWorld(
      createSqlStore({
        ...impatient,
        transaction: (work, limits) =>
          impatient.transaction(work, limits === null ? null : { ...limits, lockMs: 100 }),
        single: (work) => impatient.transaction(work, { lockMs: 100, statementMs: 10_000 }),
      }),
      'postgres/lock',
    );
    const [held, free] = [await world.createVault(), await world.createVault()];
    const item = () => world.newItem(held.first.id);
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = store.transaction(async (tx) => {
      await tx.lockVault(held.info.vault);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    expect(await held.first.push([item()])).toMatchObject({
      ok: false,
      error: { kind: 'unavailable', retryAfterS: 1 },
    });
    expect(kindOf(await free.first.push([item()]))).toBe('ok');
    // Readers are not stopped by a writer that idles. [SY-P1]
    expect(kindOf(await held.first.pullPage())).toBe('ok');
    release.resolve();
    await holding;
    expect(kindOf(await held.first.push([item()]))).toBe('ok');
    await impatient.close();
  });

  test('[SY-U4] a push that finds the lock taken writes nothing, and is decided again by what the holder leaves', async () => {
    const world = createWorld(store, 'postgres/taken');
    const { first, info } = await world.createVault();
    const second = await world.join(first);
    const [held, other] = [await plainWrite(store, world, first), await plainWrite(store, world, second)];
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = store.transaction(async (tx) => {
      await tx.lockVault(info.vault);
      locked.resolve();
      await release.promise;
      return tx.writePush(held);
    });
    await locked.promise;
    expect(unwrap(await store.single((writes) => writes.writePush(other)))).toBe(false);
    const pushed = second.push([world.newItem(second.id)]);
    await waitUntil(
      async () =>
        (
          await database.query(`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%"vaults"%for update'`)
        ).length === 1,
      { timeoutMs: 4_000, what: 'the push to wait for the lock' },
    );
    release.resolve();
    expect(unwrap(await holding)).toBe(true);
    expect(unwrap(await pushed)).toMatchObject({ head: 2, verdicts: [{ verdict: 'ok', seq: 2 }] });
    expect(unwrap(await world.server.status(first.session))).toMatchObject({ head: 2, registers: 2 });
  });

  test('a pooler without prepared statements serves too', async () => {
    const plain = createPostgresDatabase({ url, prepare: false });
    const world = createWorld(createSqlStore(plain), 'postgres/unprepared');
    const { first } = await world.createVault();
    const item = world.newItem(first.id);
    unwrap(await first.push([item]));
    expect(await first.pullAll()).toMatchObject([item]);
    await plain.close();
  });

  test('a database that is away is unavailable, not a bug', async () => {
    const gone = createPostgresDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', prepare: true });
    const away = createSqlStore(gone);
    expect(await away.read((reads) => reads.server())).toMatchObject({
      ok: false,
      error: { kind: 'unavailable' },
    });
    await away.close();
  });

  test('a transaction that was idle for too long, because its server stood still, is unavailable and no bug', async () => {
    const slow = createPostgresDatabase({ url, prepare: true });
    const idle = async (): Promise<void> => {
      await slow.transaction(async (sql) => {
        await sql.exec('set local idle_in_transaction_session_timeout = 50');
        // As a process that was stopped: nothing is read meanwhile.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
        await sql.query('select 1');
      }, null);
    };
    const error: unknown = await idle().then(
      () => null,
      (failed: unknown) => failed,
    );
    expect(slow.unavailable(error)).not.toBeNull();
    expect(await slow.query('select 1 as one')).toEqual([{ one: 1 }]);
    await slow.close();
  });

  test('a database that was read-only for a while is written again without a restart', async () => {
    const other = (await pg?.createDatabase()) ?? '';
    const owner = createPostgresDatabase({ url: other, prepare: true });
    const name = new URL(other).pathname.slice(1);
    await owner.exec('create table note (text text)');
    await owner.exec(`alter database "${name}" set default_transaction_read_only = on`);
    const served = createPostgresDatabase({ url: other, prepare: true, connectionsMax: 2 });
    const write = () => served.single((sql) => sql.query("insert into note values ('one')"));
    const fail = async (error: unknown) => expect(served.unavailable(error)).toMatch(/^25006/);
    await Promise.all([write().catch(fail), write().catch(fail)]);
    expect(await served.whyNoWrites()).toBe('It is read-only.');
    await owner.exec(`alter database "${name}" reset default_transaction_read_only`);
    expect(await served.whyNoWrites()).toBeNull();
    await Promise.all([write(), write()]);
    expect(await served.query('select * from note')).toHaveLength(2);
    expect(await served.whyNoWrites()).toBeNull();
    await Promise.all([served.close(), owner.close()]);
  });

  test('a database that is closed to connections for a while is away, and no bug', async () => {
    const other = (await pg?.createDatabase()) ?? '';
    const name = new URL(other).pathname.slice(1);
    const served = createPostgresDatabase({ url: other, prepare: true });
    await database.exec(`alter database "${name}" allow_connections false`);
    const failed: unknown = await served.query('select 1').catch((error: unknown) => error);
    expect(served.unavailable(failed)).toMatch(/^55000/);
    await database.exec(`alter database "${name}" allow_connections true`);
    expect(await served.query('select 1 as one')).toHaveLength(1);
    await served.close();
  });

  test('other roles of the database see nothing of it', async () => {
    await database.exec(
      'do $$ begin create role cairn_stranger; exception when duplicate_object then null; end $$',
    );
    await expect(
      database.transaction(async (session) => {
        await session.exec('set local role cairn_stranger');
        return session.query('select * from cairn.vaults');
      }, null),
    ).rejects.toThrow('permission denied');
  });
});

describe.skipIf(pg === null)('migrations on Postgres', () => {
  test('servers that start together migrate once, and what is done is not done again', async () => {
    const url = (await pg?.createDatabase()) ?? '';
    const servers = Array.from({ length: 4 }, () => createPostgresDatabase({ url, prepare: true }));
    const [one] = servers;
    if (one === undefined) throw new Error('no server');
    expect(await isMigrated(one)).toBe(false);
    const outcomes = await Promise.all(servers.map((server) => migrate(server, START_MS)));
    const applied = outcomes.map((outcome) => (outcome.kind === 'migrated' ? outcome.applied.length : -1));
    expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, 0, CLOUD_MIGRATIONS.length]);
    expect(await isMigrated(one)).toBe(true);
    for (const server of servers) await server.close();
  });

  test('what grows lies in 16 parts by hash of its vault, each stored and closed as the whole', async () => {
    const database = createPostgresDatabase({ url: (await pg?.createDatabase()) ?? '', prepare: true });
    await migrate(database, START_MS);
    const parts = await database.query(`
      select c.relname as whole, count(*)::int as parts,
        count(*) filter (where exists (select 1 from aclexplode(p.relacl) a
          where a.grantee <> p.relowner))::int as granted,
        count(*) filter (where exists (select 1 from pg_attribute a
          where a.attrelid = p.oid and a.attname = 'payload' and a.attstorage = 'e'))::int as uncompressed
      from pg_class c join pg_inherits i on i.inhparent = c.oid join pg_class p on p.oid = i.inhrelid
      where c.relnamespace = 'cairn'::regnamespace and c.relkind = 'p' group by c.relname order by c.relname`);
    expect(parts).toEqual([
      { whole: 'anchors', parts: 16, granted: 0, uncompressed: 0 },
      { whole: 'registers', parts: 16, granted: 0, uncompressed: 16 },
    ]);
    await database.close();
  });

  test('a statement after its transaction is refused, and a failure that the work hides is no commit', async () => {
    const database = createPostgresDatabase({ url: (await pg?.createDatabase()) ?? '', prepare: true });
    await database.exec('create table notes (text text not null)');
    const late: Promise<unknown>[] = [];
    const broken = database.transaction(async (session) => {
      const pause = session.query('select pg_sleep(0.1)');
      late.push(pause.then(() => session.query(`insert into notes values ('late')`)));
      late[0]?.catch(() => {});
      throw new Error('the work failed');
    }, null);
    await expect(broken).rejects.toThrow('the work failed');
    await expect(late[0]).rejects.toThrow('the transaction is over');
    const hidden = database.transaction(async (session) => {
      await session.query(`insert into notes values ('lost')`);
      await session.query('insert into notes values (null)').catch(() => null);
    }, null);
    await expect(hidden).rejects.toThrow('rolled back');
    expect(await database.query('select * from notes')).toEqual([]);
    expect(await database.query('show jit')).toEqual([{ jit: 'off' }]);
    await database.close();
    await database.close();
  });

  test('a database of a newer program is refused and left alone', async () => {
    const database = createPostgresDatabase({ url: (await pg?.createDatabase()) ?? '', prepare: true });
    await migrate(database, START_MS);
    await database.query(
      `insert into cairn.migrations (version, name, checksum, applied_at) values (99, '0099_later', '', 0)`,
    );
    expect(await migrate(database, START_MS)).toEqual({
      kind: 'newer',
      found: 99,
      known: CLOUD_MIGRATIONS.at(-1)?.version,
    });
    expect(await isMigrated(database)).toBe(false);
    await database.query('delete from cairn.migrations where version = 99');
    await database.query(`update cairn.migrations set checksum = 'x' where version = 1`);
    expect(await migrate(database, START_MS)).toEqual({ kind: 'altered', name: '0001_privileges' });
    await database.close();
  });

  test('[SY-A4] two first vaults at once: one is made, the other finds registration closed', async () => {
    const database = createPostgresDatabase({ url: (await pg?.createDatabase()) ?? '', prepare: true });
    await migrate(database, START_MS);
    const world = createWorld(createSqlStore(database), 'postgres/first', { registration: 'closed' });
    unwrap(await world.server.ensureSetupToken(SETUP_TOKEN));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.server.createVault(SETUP_TOKEN, world.vaultRequest().request)),
    );
    expect(answers.map(kindOf).sort()).toEqual([
      'ok',
      'registration_closed',
      'registration_closed',
      'registration_closed',
    ]);
    await database.close();
  });
});
