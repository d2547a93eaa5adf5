import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pullResponse, pushResponse } from '@cairn/schema';
import { startFaultProxy, waitUntil } from '@cairn/test-support';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from './postgres/postgres-database.ts';
import type { SqlDatabase } from './sql/database.ts';
import { bodyOf } from './testing/readable-items.ts';
import { newWorld, serverForTest, vaultAt } from './testing/server-for-test.ts';
import { callServer, openEvents, runServer } from './testing/server-process.ts';
import { createTestDevice, itemOf, SETUP_TOKEN } from './testing/sync-world.ts';

const pg = testPostgres();
const program = fileURLToPath(new URL('../dist/server.js', import.meta.url));

const ADMIN_TOKEN = 'the-token-of-the-operator';

/** Generous: a machine may do other things too. */
const PATIENCE = { timeoutMs: 60_000 };

/** Keeps others from writing to a table until it is let go. */
const holdTable = async (database: SqlDatabase, table: string): Promise<() => Promise<void>> => {
  const held = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const holding = database.transaction(async (session) => {
    await session.exec(`lock table cairn.${table} in share mode`);
    held.resolve();
    await over.promise;
  }, null);
  await held.promise;
  return async () => {
    over.resolve();
    await holding;
  };
};

const openDatabase = async () => {
  const url = (await pg?.createDatabase()) ?? '';
  const database = createPostgresDatabase({ url, prepare: true });
  onTestFinished(() => database.close());
  return { url, database };
};

/** A server with two databases, and a vault in the first one whose only device is spoken for here. */
const setUp = async (seed: string, kind: 'sealed' | 'readable' = 'sealed') => {
  const [first, two] = [await openDatabase(), await openDatabase()];
  const urlOfTwo = new URL(two.url);
  const line = await startFaultProxy(Number(urlOfTwo.port));
  onTestFinished(() => line.close());
  urlOfTwo.port = String(line.port);
  const env = {
    DATABASE_URL: first.url,
    CAIRN_DATABASES: `two=${urlOfTwo}`,
    CAIRN_SETUP_TOKEN: SETUP_TOKEN,
    CAIRN_ADMIN_TOKEN: ADMIN_TOKEN,
    CAIRN_LOG_LEVEL: 'silent',
  };
  const { url } = await serverForTest(env);
  const { world, info, identity } = await vaultAt(url, seed, { kind });
  const { token } = identity;
  const { vault, epoch } = info;
  const own = createTestDevice(world.server, identity, info);
  let { anchor } = info;
  let pushNo = 1;
  const newItem = () => {
    const hlc = world.stamp(own.id, 1);
    return kind === 'readable' ? { ...bodyOf(world, own), hlc } : itemOf({ entity: world.newMemory(), hlc });
  };
  const newBody = () => ({ epoch, anchor, pushNo, items: [newItem()] });
  /** Once, with whatever comes of it. */
  const tryPush = async (body: object) => {
    const answer = await callServer(url, 'POST', '/v1/push', { token, body });
    if (answer.status === 200) {
      anchor = pushResponse.parse(answer.json).anchor;
      pushNo += 1;
    }
    return answer;
  };
  /** As a device does: again while it is asked to wait. Any other refusal is a device's end. */
  const push = (body: object = newBody()): Promise<number> =>
    waitUntil(
      async () => {
        const { status, json } = await tryPush(body);
        if (status === 503) return undefined;
        expect(status, JSON.stringify(json)).toBe(200);
        return pushResponse.parse(json).head;
      },
      { ...PATIENCE, what: 'a push that is taken' },
    );
  const pulled = async (): Promise<number> => {
    const { status, json } = await callServer(url, 'GET', '/v1/pull?limit=1000', { token });
    expect(status, JSON.stringify(json)).toBe(200);
    return pullResponse.parse(json).items.length;
  };
  const admin = async (...args: readonly string[]) => {
    const ran = await runServer(env, ['admin', ...args, '--json']);
    return { code: ran.code, answer: JSON.parse(ran.stdout), stderr: ran.stderr };
  };
  const move = (to: string) => admin('move', 'vault', vault, '--to', to);
  /** As `move`, and killed once it waits for the table that somebody holds. */
  const moveAndKill = async (held: { readonly database: SqlDatabase; readonly table: string }) => {
    const release = await holdTable(held.database, held.table);
    const mover = spawn(process.execPath, [program, 'admin', 'move', 'vault', vault, '--to', 'two'], {
      env: { ...env, PATH: process.env.PATH },
      stdio: 'ignore',
    });
    const waits = async () => {
      const rows = await held.database.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query ilike any (array['%into cairn.${held.table} %', 'delete from "cairn"."${held.table}"%',
           'delete from cairn.%${held.table}%'])`,
      );
      return rows.length > 0;
    };
    await waitUntil(waits, { ...PATIENCE, what: 'the move to come so far' });
    return {
      kill: async () => {
        mover.kill('SIGKILL');
        await once(mover, 'close');
        await release();
      },
      finish: async () => {
        await release();
        const [code] = await once(mover, 'close');
        return code;
      },
    };
  };
  const verified = async () => {
    const both = [await admin('verify'), await admin('verify', '--in', 'two')];
    return both.map(({ answer }) => ({ findings: answer.findings, notes: answer.notes.length }));
  };
  const vaultsIn = async () => {
    const both = [await admin('vaults'), await admin('vaults', '--in', 'two')];
    return both.map(({ answer }) => answer.total);
  };
  return {
    nameOfTwo: urlOfTwo.pathname.slice(1),
    ...{ url, line, world, vault, token, first: first.database, two: two.database },
    ...{ newBody, tryPush, push, pulled, admin, move, moveAndKill, verified, vaultsIn },
  };
};

const CLEAN = { findings: [], notes: 0 };

describe.skipIf(pg === null)('a server with two databases', () => {
  test('[OP-20] while a vault is copied pushes are refused for a moment and pulls go on; then all goes on in the other database', async () => {
    const { url, token, two, newBody, tryPush, push, pulled, move, moveAndKill, verified } =
      await setUp('moving/middle');
    for (let n = 1; n <= 3; n += 1) expect(await push()).toBe(n);
    const before = await openEvents(url, token);
    onTestFinished(() => before.stop());
    const moving = await moveAndKill({ database: two, table: 'registers' });
    const body = newBody();
    expect(await tryPush(body)).toMatchObject({ status: 503, json: { kind: 'unavailable', retryAfterS: 1 } });
    expect(await pulled()).toBe(3);
    expect(await moving.finish()).toBe(0);
    // The same bytes: taken once, as the next commit of the same past.
    expect(await push(body)).toBe(4);
    expect(await pulled()).toBe(4);
    await waitUntil(before.ended, { ...PATIENCE, what: 'the stream of the former place to end' });
    const after = await openEvents(url, token);
    onTestFinished(() => after.stop());
    await waitUntil(() => after.hints().includes('{"kind":"head","head":4}'), {
      ...PATIENCE,
      what: 'the head',
    });
    expect(await verified()).toEqual([CLEAN, CLEAN]);
    expect((await move('two')).answer).toMatchObject({ to: 'two', rows: 0, left: [] });
    expect((await move('first')).answer).toMatchObject({ to: 'first', left: [] });
    expect(await push()).toBe(5);
  });

  test('[OP-20] killed while it copies: the vault is whole where it was, verify says so, and the same command finishes', async () => {
    const { two, tryPush, newBody, push, pulled, move, moveAndKill, verified, vaultsIn } =
      await setUp('moving/copying');
    await push();
    await (await moveAndKill({ database: two, table: 'registers' })).kill();
    expect(await vaultsIn()).toEqual([1, 0]);
    expect(await verified()).toEqual([{ findings: [], notes: 1 }, CLEAN]);
    expect((await tryPush(newBody())).status).toBe(503);
    expect(await pulled()).toBe(1);
    // It may also stay.
    expect((await move('first')).answer).toMatchObject({ to: 'first', rows: 0 });
    expect(await push()).toBe(2);
    await (await moveAndKill({ database: two, table: 'registers' })).kill();
    expect((await move('two')).code).toBe(0);
    expect(await push()).toBe(3);
    expect(await pulled()).toBe(3);
    expect(await vaultsIn()).toEqual([0, 1]);
    expect(await verified()).toEqual([CLEAN, CLEAN]);
  });

  test('[OP-20] killed before the former database is cleared: the vault is whole in the other one, and the same command says so', async () => {
    const { first, push, pulled, move, moveAndKill, verified, vaultsIn } = await setUp('moving/clearing');
    await push();
    await (await moveAndKill({ database: first, table: 'devices' })).kill();
    expect(await vaultsIn()).toEqual([1, 1]);
    // The devices are there already.
    expect(await push()).toBe(2);
    expect(await pulled()).toBe(2);
    expect((await move('two')).answer).toMatchObject({ to: 'two', rows: 0, left: ['first'] });
    expect(await push()).toBe(3);
    expect(await pulled()).toBe(3);
    expect(await vaultsIn()).toEqual([0, 1]);
    expect(await verified()).toEqual([CLEAN, CLEAN]);
  });

  test('[OP-20] killed while the former database is cleared: what is left there is no damage', async () => {
    const { first, push, move, moveAndKill, verified, vaultsIn } = await setUp('moving/cleared');
    await push();
    await (await moveAndKill({ database: first, table: 'registers' })).kill();
    expect(await vaultsIn()).toEqual([1, 1]);
    expect(await verified()).toEqual([{ findings: [], notes: 1 }, CLEAN]);
    expect((await move('two')).answer).toMatchObject({ to: 'two', rows: 0, left: ['first'] });
    expect(await push()).toBe(2);
    expect(await verified()).toEqual([CLEAN, CLEAN]);
  });

  test('[OP-20] the memories of a readable vault are rows in the database that it is in', async () => {
    const { first, two, push, move, verified } = await setUp('moving/readable', 'readable');
    for (let n = 1; n <= 3; n += 1) await push();
    expect((await move('two')).code).toBe(0);
    await push();
    const count = 'select count(*)::int as shown from cairn.memories';
    expect([await first.query(count), await two.query(count)]).toEqual([[{ shown: 0 }], [{ shown: 4 }]]);
    expect(await verified()).toEqual([CLEAN, CLEAN]);
  });

  test('[OP-20] a vault of an account moves with its account, and a readable one stays where its user reads it', async () => {
    const account = '5f0c3b1e-0000-4000-8000-00000000000a';
    const give = `insert into cairn.accounts (id, created_at) values ('${account}', 7) on conflict do nothing;
      update cairn.vaults set account = '${account}'`;
    const owned =
      'select a.created_at::int as since from cairn.vaults v join cairn.accounts a on a.id = v.account';
    const sealed = await setUp('moving/account');
    await sealed.first.exec(give);
    await sealed.push();
    expect((await sealed.move('two')).code).toBe(0);
    expect(await sealed.push()).toBe(2);
    expect([await sealed.first.query(owned), await sealed.two.query(owned)]).toEqual([[], [{ since: 7 }]]);
    // The account is there by now, as with its second vault.
    expect((await sealed.move('first')).code).toBe(0);
    expect((await sealed.move('two')).code).toBe(0);
    expect(await sealed.push()).toBe(3);
    expect(await sealed.verified()).toEqual([CLEAN, CLEAN]);

    const readable = await setUp('moving/account-readable', 'readable');
    await readable.first.exec(give);
    await readable.push();
    const refused = await readable.move('two');
    expect(refused).toMatchObject({ code: 1, answer: { error: { kind: 'refused' } } });
    expect(refused.stderr).toContain('Move sealed vaults instead');
    expect(await readable.push()).toBe(2);
    expect(await readable.vaultsIn()).toEqual([1, 0]);
  });

  test('[OP-20] a move says what it cannot do, and does nothing', async () => {
    const { world, vault, two, first, move, admin, push } = await setUp('moving/refused');
    await push();
    expect(await move('three')).toMatchObject({ code: 2, answer: { error: { kind: 'usage' } } });
    expect((await move('three')).stderr).toContain('This server has: first, two.');
    const { request } = world.vaultRequest();
    const unknown = await admin('move', 'vault', request.vault, '--to', 'two');
    expect(unknown).toMatchObject({ code: 1, answer: { error: { kind: 'not_found' } } });
    expect((await admin('vaults', '--in', 'three')).code).toBe(2);
    // As after a backup of before a move was put back.
    const row =
      'update cairn.vaults set moving_to = null where id = $1 returning row_to_json(vaults)::text as row';
    const [open] = await first.query(row, [vault]);
    await two.query(
      'insert into cairn.vaults select * from json_populate_record(null::cairn.vaults, $1::text::json)',
      [String(open?.row)],
    );
    const twice = await move('two');
    expect(twice).toMatchObject({ code: 1, answer: { error: { kind: 'refused' } } });
    expect(twice.stderr).toContain('is open in first and two');
    expect((await admin('delete', 'vault', vault, '--in', 'two', '--yes')).code).toBe(0);
    expect(await push()).toBe(2);
  });

  test('[OP-20] two addresses of one database are refused, at the start and by a move', async () => {
    const { url } = await openDatabase();
    const again = new URL(url);
    again.searchParams.set('application_name', 'again');
    const env = { DATABASE_URL: url, CAIRN_DATABASES: `two=${again}`, CAIRN_SETUP_TOKEN: SETUP_TOKEN };
    const vault = newWorld('moving/same').vaultRequest().request.vault;
    for (const args of [[], ['admin', 'move', 'vault', vault, '--to', 'two']]) {
      const ran = await runServer(env, args);
      expect(ran).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('"first" and "two" are one database'),
      });
    }
  });

  test('[OP-20] a database that is away: its devices are asked to wait, and those of the other one are served', async () => {
    const { url, line, push, move } = await setUp('moving/away');
    await push();
    const stranger = async () =>
      (await callServer(url, 'GET', '/v1/status', { token: 'a-token-that-nobody-has' })).status;
    expect(await stranger()).toBe(401);
    line.refusing = true;
    line.cut();
    expect(await push()).toBe(2);
    // It may be a device of the vaults there.
    expect(await stranger()).toBe(503);
    const moved = await move('two');
    expect([moved.code, moved.answer.error.kind]).toEqual([1, 'unavailable']);
    expect(await push()).toBe(3);
    line.refusing = false;
    await waitUntil(async () => (await stranger()) === 401, { ...PATIENCE, what: 'the database' });
    expect((await move('two')).code).toBe(0);
    expect(await push()).toBe(4);
  });

  test('[OP-20] /readyz and /admin tell of every database, also of one that is away', async () => {
    const { url, line, vault, first, nameOfTwo, push, move } = await setUp('moving/told');
    await push();
    expect((await move('two')).code).toBe(0);
    const ready = () => callServer(url, 'GET', '/readyz');
    const entered = await fetch(`${url}/admin/login`, {
      method: 'POST',
      body: new URLSearchParams({ token: ADMIN_TOKEN }),
      redirect: 'manual',
    });
    const Cookie = (entered.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
    /** What is to be read, without the marks. */
    const page = async () =>
      (await (await fetch(`${url}/admin`, { headers: { Cookie } })).text())
        .replace(/<style>.*<\/style>/s, '')
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ');
    expect((await ready()).status).toBe(200);
    const both = await page();
    for (const part of [
      'health ready',
      'vaults 1 ',
      'first Postgres ready',
      'two Postgres ready',
      `${vault} , sealed, in two,`,
    ])
      expect(both).toContain(part);
    line.refusing = true;
    line.cut();
    const said = await ready();
    expect(said).toMatchObject({ status: 503, json: { kind: 'unavailable' } });
    expect(JSON.stringify(said.json)).toMatch(/database \\"two\\"/);
    expect(JSON.stringify(said.json)).not.toMatch(/postgres:|first|127\.0\.0\.1/);
    const one = await page();
    for (const part of ['health not ready', 'first Postgres ready', 'two Postgres away'])
      expect(one).toContain(part);
    line.refusing = false;
    await waitUntil(async () => (await ready()).status === 200, { ...PATIENCE, what: 'the database' });
    await waitUntil(async () => (await page()).includes(vault), {
      ...PATIENCE,
      what: 'its vault on the page',
    });
    await first.exec(`drop database "${nameOfTwo}" with (force)`);
    expect((await ready()).status).toBe(503);
    expect(await page()).toContain('two Postgres away');
  });
});
