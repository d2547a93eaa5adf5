import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { selfSigned, waitUntil } from '@cairn/test-support';
import { homeForTest, testPostgres } from '@cairn/test-support/vitest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openAdmin } from '../adapters/open-admin.ts';
import { createProcessHints } from '../adapters/process-hints.ts';
import { createAdminStore } from '../sql/admin-store.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { adminRules } from '../testing/admin-rules.ts';
import { runServer } from '../testing/server-process.ts';
import { createTestRandom, createWorld, START_MS, unwrap } from '../testing/sync-world.ts';
import { createPostgresDatabase } from './postgres-database.ts';

const pg = testPostgres();

/** Of a Postgres that wants to know who comes. */
const message = (kind: number, text: string): Buffer => {
  const head = Buffer.from('R\0\0\0\0\0\0\0\0');
  head.writeInt32BE(8 + text.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, Buffer.from(text)]);
};

test('[OP-6] a missing socket of Postgres is not taken for a missing backup', async () => {
  const url = 'postgres://cairn@localhost/cairn?host=/nowhere/postgres';
  const database = createPostgresDatabase({ url, prepare: true });
  const hints = createProcessHints();
  onTestFinished(async () => {
    hints.close();
    await database.close();
  });
  const tools = {
    clock: { nowMs: () => START_MS },
    random: createTestRandom('postgres/socket'),
    version: '9.9.9',
  };
  const admin = openAdmin({ ...tools, database, hints, store: createSqlStore(database) });
  const path = join(await homeForTest(), 'backup');
  expect(await admin({ command: 'backup', path })).toEqual({
    ok: false,
    error: { kind: 'unavailable', message: 'The database does not answer (ENOENT).' },
  });
});

/** Starts a Postgres that answers the client's first message, and returns its URL. */
const answering = async (answer: (socket: Socket) => void): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  return `postgres://cairn@127.0.0.1:${port}/cairn`;
};

const NO_ENCRYPTION =
  'no pg_hba.conf entry for host "127.0.0.1", user "cairn", database "cairn", no encryption';

test.each([
  ['it offers no TLS', '?sslmode=require', (socket: Socket) => void socket.write('N')],
  [
    'its certificate is not accepted (self-signed certificate',
    '?sslmode=verify-full',
    (socket: Socket) => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...selfSigned() }).on('error', () => {});
    },
  ],
  ['needs the authority', '?sslmode=verify-ca', () => {}],
  [
    'add ?sslmode=require to DATABASE_URL',
    '',
    (socket: Socket) => {
      const fields = Buffer.from(`SFATAL\0C28000\0M${NO_ENCRYPTION}\0\0`);
      const head = Buffer.from('E\0\0\0\0');
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, fields]));
    },
  ],
])('[OP-5] what is wrong about TLS is a sentence: %s', async (sentence, settings, answer) => {
  const url = await answering(answer);
  const ran = await runServer({ DATABASE_URL: url + settings }, ['admin', 'vaults']);
  expect(ran).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(sentence) });
  expect(ran.stderr).toMatch(/^cairn-server: The database of DATABASE_URL cannot be used: .*\.\n$/);
});

const isRoot = process.getuid?.() === 0;
/** Runs a command as a user who may not open what root closed. */
const AS_NOBODY = isRoot ? ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'] : [];
const mayChange = !isRoot || spawnSync('setpriv', [...AS_NOBODY.slice(1), 'true']).status === 0;

test.skipIf(process.platform === 'win32' || !mayChange)(
  '[OP-5] a socket or a key that this user may not open is a sentence that says what to do',
  async () => {
    const closed = join(await homeForTest(), 'closed');
    mkdirSync(closed, { mode: 0 });
    const url = 'postgres://cairn@localhost/cairn';
    for (const setting of [`host=${closed}`, `sslmode=verify-full&sslrootcert=${closed}/root.crt`]) {
      const env = { DATABASE_URL: `${url}?${setting}` };
      const ran = await runServer(env, ['admin', 'vaults'], undefined, AS_NOBODY);
      expect(ran).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('as a user who may') });
      expect(ran.stderr).toContain(closed);
    }
  },
);

describe.skipIf(pg === null)('Postgres', () => {
  const newUrl = async (): Promise<string> => (await pg?.createDatabase()) ?? '';
  const has = async (url: string, schema: string): Promise<boolean> => {
    const asked = createPostgresDatabase({ url, prepare: true });
    onTestFinished(() => asked.close());
    const rows = await asked.query('select 1 from pg_namespace where nspname = $1', [schema]);
    return rows.length > 0;
  };

  test('[OP-5] a database without tables of Cairn is no server without vaults, and none are made', async () => {
    const [first, two] = [await newUrl(), await newUrl()];
    const env = { DATABASE_URL: first, CAIRN_DATABASES: `two=${two}` };
    const file = join(await homeForTest(), 'backup');
    const move = ['move', 'vault', 'v_00000000000000000000000000', '--to', 'two'];
    for (const args of [['vaults'], ['backup', file], ['verify', '--in', 'two'], move])
      expect(await runServer(env, ['admin', ...args])).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('it has no tables of Cairn. Run this command with the settings'),
      });
    expect([await has(first, 'cairn'), await has(two, 'cairn')]).toEqual([false, false]);
    expect((await runServer(env, ['migrate'])).code).toBe(0);
    expect((await runServer(env, ['admin', 'vaults', '--in', 'two'])).stdout).toBe('no vault yet\n');
  });

  let database: SqlDatabase;
  const openNew = async (): Promise<SqlDatabase> => {
    const made = createPostgresDatabase({ url: (await pg?.createDatabase()) ?? '', prepare: true });
    await migrate(made, START_MS);
    return made;
  };
  beforeAll(async () => {
    database = await openNew();
  });
  afterAll(() => database.close());

  adminRules('Postgres', () => database);

  test('[OP-6] a backup of Postgres is restored into the embedded database, and from there into Postgres', async () => {
    const { createPgliteDatabase } = await import('../pglite/pglite-database.ts');
    const embedded = await createPgliteDatabase(null);
    await migrate(embedded, START_MS);
    const source = await openNew();
    const target = await openNew();
    let tools = 0;
    const toolsOf = (on: SqlDatabase) =>
      createAdminStore({
        database: on,
        clock: { nowMs: () => START_MS },
        random: createTestRandom(`postgres/across/${tools++}`),
        version: '9.9.9',
      });
    const world = createWorld(createSqlStore(source), 'postgres/across');
    const { first } = await world.createVault();
    const items = Array.from({ length: 400 }, () => world.newItem(first.id));
    unwrap(await first.push(items));
    const copy = async (from: SqlDatabase, to: SqlDatabase) => {
      const lines: string[] = [];
      await toolsOf(from).backup(async (line) => void lines.push(line.slice(0, -1)));
      async function* stream() {
        yield* lines;
      }
      expect(await toolsOf(to).restore(stream(), false)).toMatchObject({ vaults: 1 });
    };
    await copy(source, embedded);
    await copy(embedded, target);
    const there = createWorld(createSqlStore(target), 'postgres/across/there');
    const page = unwrap(await there.server.pull(first.session, { cursor: null, limit: 500, empty: true }));
    expect(page.items.map(({ payload }) => payload).sort()).toEqual(
      items.map(({ payload }) => payload).sort(),
    );
    expect(await toolsOf(target).verify()).toMatchObject({ findings: [] });
    await Promise.all([source, target, embedded].map((one) => one.close()));
  });

  test('[OP-6, OP-7] a backup goes through a pipe from one Postgres into another', async () => {
    const [from, to] = [(await pg?.createDatabase()) ?? '', (await pg?.createDatabase()) ?? ''];
    const source = createPostgresDatabase({ url: from, prepare: true });
    await migrate(source, START_MS);
    const world = createWorld(createSqlStore(source), 'postgres/pipe');
    const { first, info } = await world.createVault();
    unwrap(await first.push([world.newItem(first.id)]));
    await source.close();
    const backup = await runServer({ DATABASE_URL: from }, ['admin', 'backup', '-']);
    expect(backup).toMatchObject({ code: 0, stderr: expect.stringContaining('/dev/stdout: 1 vault,') });
    const restore = (input: string) => runServer({ DATABASE_URL: to }, ['admin', 'restore', '-'], input);
    expect(await restore(backup.stdout.slice(0, -100))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/dev/stdin is damaged'),
    });
    expect(await restore(backup.stdout)).toMatchObject({ code: 0, stderr: '' });
    const shown = await runServer({ DATABASE_URL: to }, ['admin', 'vaults', '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ total: 1, vaults: [{ id: info.vault, registers: 1 }] });
  });

  test('[OP-8] a vault is deleted in the order in which pushes lock: the one that has it goes on, and is not cancelled', async () => {
    const made = await openNew();
    const world = createWorld(createSqlStore(made), 'postgres/order');
    const { info } = await world.createVault();
    const admin = createAdminStore({
      database: made,
      clock: { nowMs: () => START_MS },
      random: createTestRandom('postgres/order/tools'),
      version: '9.9.9',
    });
    let deleted: Promise<boolean> | null = null;
    await made.transaction(async (session) => {
      await session.query('select id from cairn.vaults where id = $1 for no key update', [info.vault]);
      deleted = admin.deleteVault(info.vault);
      const isWaiting = async () =>
        (
          await made.query(`select 1 from pg_locks where not granted and database = (
          select oid from pg_database where datname = current_database()) or not granted and database is null`)
        ).length > 0;
      await waitUntil(isWaiting, { what: 'the deletion to wait', timeoutMs: 10_000 });
      await session.query('update cairn.devices set acked = acked where vault = $1', [info.vault]);
    }, null);
    expect(await deleted).toBe(true);
    await made.close();
  });

  test('[OP-5] a database that says no is a sentence that says what to set', async () => {
    const url = new URL((await pg?.createDatabase()) ?? '');
    const complaint = async (change: (to: URL) => void): Promise<string> => {
      const wrong = new URL(url);
      change(wrong);
      const { code, stderr } = await runServer({ DATABASE_URL: wrong.href }, ['admin', 'vaults']);
      expect(code).toBe(1);
      return stderr;
    };
    const missing = await complaint((to) => {
      to.pathname = '/no_such_database';
    });
    expect(missing).toContain('there is no database of this name');
    const stranger = await complaint((to) => {
      to.username = 'nobody_of_this_name';
    });
    expect(stranger).toMatch(/password is wrong|may not log in|cannot be used/);
    const closed = await complaint((to) => {
      to.port = '9';
    });
    expect(closed).toContain('Check DATABASE_URL');
    // This one asks for a password, as a Postgres of Debian does.
    const asking = await answering((socket) => {
      socket.write(message(10, 'SCRAM-SHA-256\0\0'));
      socket.once('data', () => socket.write(message(11, 'r=x,s=eA==,i=1')));
    });
    for (const encoding of ['SQL_ASCII', 'LATIN1']) {
      const admin = createPostgresDatabase({ url: url.href, prepare: true });
      const name = `${url.pathname.slice(1)}_${encoding.toLowerCase()}`;
      await admin.exec(
        `create database ${name} encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0`,
      );
      const { code, stderr } = await runServer({ DATABASE_URL: new URL(`/${name}`, url).href }, ['migrate']);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`has the encoding ${encoding}, and Cairn needs UTF8`),
      ]);
      await admin.exec(`drop database ${name} with (force)`);
      await admin.close();
    }
    const silent = await complaint((to) => {
      to.port = new URL(asking).port;
      to.password = '';
    });
    expect(silent).toContain('it needs a password');
  });
});
