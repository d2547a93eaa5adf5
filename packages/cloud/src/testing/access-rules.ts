/** The privileges of Supabase's roles, as tests for Postgres and PGlite. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ok } from '@cairn/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AccountId } from '../ports/account-sessions.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { isMigrated, migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { bodyOf } from './readable-items.ts';
import { type ApiRole, asRole, makeSupabase, refusalCode } from './supabase-database.ts';
import { createWorld, START_MS, unwrap } from './sync-world.ts';

const ADA = '6b1f0b7e-7a39-4c0c-9f0e-3f7a5f1d2c3b' as AccountId;
const BEN = '0c9a1a52-2f5e-4c65-8a1b-6f1c5a3e7d90' as AccountId;
const DENIED = '42501';
const ROLES: readonly ApiRole[] = ['anon', 'authenticated', 'service_role'];

const supabaseFolder = fileURLToPath(new URL('../../../../supabase/migrations', import.meta.url));
const emitted = (): readonly string[] =>
  readdirSync(supabaseFolder)
    .sort()
    .map((name) => readFileSync(`${supabaseFolder}/${name}`, 'utf8'));

const sessionOf = (account: AccountId): string => `eyJ${account}.eyJ.c2ln`;
const sessions = {
  accountOf: async (token: string) => ok(token === sessionOf(ADA) ? ADA : BEN),
};

/** Makes a readable and a sealed vault of Ada, a readable vault of Ben, and one without an account. */
const populate = async (database: SqlDatabase, seed: string) => {
  const world = createWorld(createSqlStore(database), seed, { sessions });
  const { first: ada } = await world.createVault('readable', sessionOf(ADA));
  const { first: ben } = await world.createVault('readable', sessionOf(BEN));
  const { first: sealed } = await world.createVault('sealed', sessionOf(ADA));
  const { first: nobody } = await world.createVault('readable');
  unwrap(await ada.push([bodyOf(world, ada, { content: 'Ada keeps bees' })]));
  unwrap(await ben.push([bodyOf(world, ben, { content: 'Ben keeps bees' })]));
  unwrap(await nobody.push([bodyOf(world, nobody, { content: 'Nobody keeps bees' })]));
  unwrap(await sealed.push([world.newItem(sealed.id)]));
  return { ada, ben, sealed, nobody };
};

type Open = () => Promise<SqlDatabase>;

/** Adds the tests. `open` makes a new database on each call. The caller of `accessRules` closes them. */
export const accessRules = (name: string, open: Open): void => {
  describe(`${name}: Supabase's roles`, () => {
    let database: SqlDatabase;
    let vaults: Awaited<ReturnType<typeof populate>>;
    beforeAll(async () => {
      database = await open();
      await makeSupabase(database);
      const outcome = await migrate(database, START_MS);
      expect(outcome).toMatchObject({ kind: 'migrated', applied: expect.arrayContaining(['supabase']) });
      vaults = await populate(database, `access/${name}`);
    });
    const column = async (text: string, from?: { role: ApiRole; user?: string }) => {
      const rows = from === undefined ? await database.query(text) : await asRole(database, from, text);
      return rows.map((row) => Object.values(row)[0]);
    };
    const ada = { role: 'authenticated', user: ADA } as const;
    const ben = { role: 'authenticated', user: BEN } as const;

    test('[SY-S5] a user reads the memories of the own readable vaults, and of no other', async () => {
      const contents = 'select content from public.memories order by content';
      expect(await column(contents, ada)).toEqual(['Ada keeps bees']);
      expect(await column(contents, ben)).toEqual(['Ben keeps bees']);
      expect(await column(contents, { role: 'authenticated' })).toEqual([]);
      expect(await column('select content from cairn.memories where true', ada)).toEqual(['Ada keeps bees']);
      // The owner of the database sees the rows of all accounts.
      expect(await column('select content from cairn.memories order by content')).toEqual([
        'Ada keeps bees',
        'Ben keeps bees',
        'Nobody keeps bees',
      ]);
      expect(await column('select distinct vault from public.memories', ada)).toEqual([
        vaults.ada.session.vault,
      ]);
    });

    test('[SY-S5] the table under the view shows the same rows, without what the server works with, and no other table anything', async () => {
      const own = [vaults.ada.session.vault];
      expect(await column('select distinct vault from cairn.readable_memories', ada)).toEqual(own);
      expect(await column('select distinct user_id::text from cairn.readable_memories', ada)).toEqual([ADA]);
      expect(await column('select content from cairn.readable_memories', ben)).toEqual(['Ben keeps bees']);
      expect(await column('select id from cairn.readable_memories', { role: 'authenticated' })).toEqual([]);
      const nil = { role: 'authenticated', user: '00000000-0000-0000-0000-000000000000' } as const;
      expect(await column('select id from cairn.readable_memories', nil)).toEqual([]);
      expect(await column(`select id from public.search_memories('bees')`, nil)).toEqual([]);
      const denied = [
        ...['search', 'link', 'link_hlc', 'twin', '*'].map(
          (one) => `select ${one} from cairn.readable_memories`,
        ),
        ...['vaults', 'registers', 'anchors', 'devices', 'memory_fills'].map(
          (one) => `select 1 from cairn.${one}`,
        ),
      ];
      for (const text of denied) expect(await refusalCode(asRole(database, ada, text)), text).toBe(DENIED);
    });

    test('[SY-S5] words are found by a function that answers for the user of the session alone', async () => {
      const found = `select content from public.search_memories('bees -wasps')`;
      expect(await column(found, ada)).toEqual(['Ada keeps bees']);
      expect(await column(found, ben)).toEqual(['Ben keeps bees']);
      expect(await column(found, { role: 'authenticated' })).toEqual([]);
      expect(await column(`select content from public.search_memories('Ben')`, ada)).toEqual([]);
      for (const odd of ['', '   ', '&|!', ':*', `"`, '\u{1f600}'])
        expect(await column(`select content from public.search_memories('${odd}')`, ada)).toEqual([]);
      for (const role of ['anon', 'service_role'] as const)
        expect(await refusalCode(asRole(database, { role, user: ADA }, found)), role).toBe(DENIED);
    });

    test('[SY-S5] nobody without a session reads anything, nor does a secret key', async () => {
      for (const role of ['anon', 'service_role'] as const) {
        for (const text of [
          'select 1 from public.memories',
          'select 1 from cairn.memories',
          'select 1 from cairn.readable_memories',
          'select 1 from cairn.vaults',
        ])
          expect(await refusalCode(asRole(database, { role, user: ADA }, text)), `${role}: ${text}`).toBe(
            DENIED,
          );
      }
    });

    test('[SY-S5] no table and no view takes a write, or shows more than is granted', async () => {
      const relations = await column(`
        select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where (n.nspname = 'cairn' or c.oid = to_regclass('public.memories')) and c.relkind in ('r', 'p', 'v', 'm')`);
      expect(relations).toContain('cairn.registers');
      expect(relations).toContain('cairn.sealed_keys');
      for (const role of ROLES) {
        const privileged = await column(`
          select name || ' ' || privilege
          from unnest(array[${relations.map((one) => `'${one}'`).join(', ')}]) as name,
            unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as privilege
          where has_table_privilege('${role}', name, privilege)
            or (privilege in ('INSERT', 'UPDATE', 'REFERENCES') and has_any_column_privilege('${role}', name, privilege))
          order by 1`);
        const views = ['cairn.memories SELECT', 'memories SELECT', 'public.memories SELECT'];
        expect(privileged.filter((one) => !views.includes(String(one)))).toEqual([]);
        expect(privileged.length, role).toBe(role === 'authenticated' ? 2 : 0);
      }
      const writes = [
        `insert into public.memories (id, content) values ('m_x', 'x')`,
        `update public.memories set content = 'x'`,
        'delete from public.memories',
        'delete from cairn.registers',
        `insert into cairn.readable_memories (id, content) values ('m_x', 'x')`,
        `update cairn.readable_memories set content = 'x'`,
        'delete from cairn.readable_memories',
        `update cairn.vaults set account = '${BEN}'`,
        'truncate cairn.registers',
      ];
      for (const text of writes)
        expect(await refusalCode(asRole(database, ada, text)), text).not.toBe('allowed');
    });

    test('[SY-S5] every table is under row-level security, its owner too, by policies for the owner and the signed-in', async () => {
      expect(
        await column(`select relname from pg_class where relnamespace = 'cairn'::regnamespace and relkind in ('r', 'p')
          and not (relrowsecurity and relforcerowsecurity)`),
      ).toEqual([]);
      const policies = await database.query(`
        select tablename, roles::text as roles, cmd, policyname from pg_policies where schemaname = 'cairn'
          and policyname <> 'cairn_server' order by tablename`);
      expect(policies).toEqual([
        {
          tablename: 'readable_memories',
          roles: '{authenticated}',
          cmd: 'SELECT',
          policyname: 'cairn_account',
        },
      ]);
      const views = await column(
        `select reloptions::text from pg_class where relname = 'memories' and relkind = 'v'`,
      );
      expect(views).toEqual(Array.from({ length: 2 }, () => '{security_invoker=true}'));
    });

    test('[SY-S5] no function of the schema can be called, and the schema is for nobody else', async () => {
      for (const role of ROLES) {
        expect(
          await column(`select p.proname from pg_proc p where p.pronamespace = 'cairn'::regnamespace
            and has_function_privilege('${role}', p.oid, 'EXECUTE')`),
        ).toEqual([]);
      }
      const uses = await column(`select r from unnest(array['anon', 'authenticated', 'service_role']) r
        where has_schema_privilege(r, 'cairn', 'USAGE') order by r`);
      expect(uses).toEqual(['authenticated']);
      const creates = await column(`select r from unnest(array['anon', 'authenticated', 'service_role']) r
        where has_schema_privilege(r, 'cairn', 'CREATE')`);
      expect(creates).toEqual([]);
    });

    test('[SY-S5] access is applied once, and again when it was changed', async () => {
      expect(await migrate(database, START_MS)).toEqual({ kind: 'migrated', applied: [] });
      await database.query(`update cairn.migrations set checksum = 'older' where version = -1`);
      expect(await migrate(database, START_MS)).toEqual({ kind: 'migrated', applied: ['supabase'] });
      expect(await isMigrated(database)).toBe(true);
      expect(await column('select content from public.memories', ada)).toEqual(['Ada keeps bees']);
    });
  });

  describe(`${name}: the files of supabase/migrations`, () => {
    const fresh = async (): Promise<SqlDatabase> => {
      const database = await open();
      await makeSupabase(database);
      return database;
    };

    test('[SY-S5] make the database that the server makes, in either order', async () => {
      const database = await fresh();
      for (const sql of emitted()) await database.exec(sql);
      expect(await migrate(database, START_MS)).toEqual({ kind: 'migrated', applied: [] });
      expect(await isMigrated(database)).toBe(true);
      const { ada } = await populate(database, `emitted/${name}`);
      for (const sql of emitted()) await database.exec(sql);
      const seen = await asRole(
        database,
        { role: 'authenticated', user: ADA },
        'select vault, content from public.memories',
      );
      expect(seen).toEqual([{ vault: ada.session.vault, content: 'Ada keeps bees' }]);
    });

    test('[SY-S5] leave something else of the name memories alone, and so does the server', async () => {
      const database = await fresh();
      await database.exec('create table public.memories (id int)');
      expect(await refusalCode(migrate(database, START_MS))).toBe('CA001');
      expect(await database.query(`select to_regclass('cairn.vaults')::text as found`)).toEqual([
        { found: null },
      ]);
    });
  });
};
