/**
 * Several devices of one vault push through a real Postgres at once, while transactions of random length hold the vault's lock and
 * one that wrote to another vault is left open. A reader pulls all the time: it must pass nothing. Programs that break the rule
 * are made from the outside, by other SQL, and must be noticed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { createPostgresDatabase } from './postgres/postgres-database.ts';
import type { SqlDatabase, SqlSession } from './sql/database.ts';
import { migrate } from './sql/migrate.ts';
import { createSqlStore } from './sql/sql-store.ts';
import {
  createTestRandom,
  createWorld,
  START_MS,
  type TestDevice,
  unwrap,
  type World,
} from './testing/sync-world.ts';

const pg = testPostgres();
const WRITERS = 5;
const PUSHES = 12;
const ITEMS_MAX = 8;
const HELD_MS_MAX = 25;

/** Below `count`, which is at most 256. */
type Draw = (count: number) => number;
/** Replaces the questions that the database is asked. */
type Ask = (session: SqlSession, draw: Draw) => SqlSession;

const truly: Ask = (session) => session;

const COMPARED = / and v\.epoch = decode\(p\.epoch, 'hex'\)[\s\S]*?and v\.tombstones = p\.seen_tombstones/;
const isWrite = (text: string): boolean => text.includes('held as materialized');
const uncompared = (text: string): string => {
  const changed = text.replace(COMPARED, '');
  if (changed === text) throw new Error('the statement of a push compares in another form by now');
  return changed;
};

/** A push is written whatever has become of the vault since it was decided. */
const withoutComparison: Ask = (session) => ({
  ...session,
  query: (text, params) => session.query(isWrite(text) ? uncompared(text) : text, params),
});

const TAKE_SEQUENCES = `update cairn.vaults v set head = p.head, registers = p.registers
  from json_to_recordset($1::text::json) as p(vault text, seen_head bigint, head bigint, registers bigint)
  where v.id = p.vault and v.head = p.seen_head returning v.id`;

/** Nobody is kept out: a push takes its sequences, others take theirs, and its rows are there some time later. */
const withoutLock: Ask = (session, draw) => ({
  ...session,
  query: async (text, params = []) => {
    if (!isWrite(text)) return session.query(text, params);
    const taken = await session.query(TAKE_SEQUENCES, params.slice(0, 1));
    if (taken.length === 0) return [];
    await sleep(draw(2 * HELD_MS_MAX));
    return session.query(uncompared(text), params);
  },
});

const asking = (database: SqlDatabase, ask: Ask, draw: Draw): SqlDatabase => ({
  ...database,
  ...ask(database, draw),
  single: (work) => database.single((session) => work(ask(session, draw))),
  transaction: (work, limits) => database.transaction((session) => work(ask(session, draw)), limits),
});

interface Acked {
  readonly entity: string;
  readonly seq: number | null;
}

const writeAll = async (world: World, device: TestDevice, draw: Draw): Promise<readonly Acked[]> => {
  const acked: Acked[] = [];
  for (let n = 0; n < PUSHES; n++) {
    const items = Array.from({ length: 1 + draw(ITEMS_MAX) }, () => world.newItem(device.id));
    acked.push(...unwrap(await device.push(items)).verdicts);
  }
  return acked;
};

/** Until nobody writes any more, and then to the end. */
const readAll = async (reader: TestDevice, isWriting: () => boolean): Promise<void> => {
  for (let isLast = false; ; ) {
    const page = unwrap(await reader.pullPage(20));
    if (page.hasMore) continue;
    if (isLast) return;
    isLast = !isWriting();
    await sleep(2);
  }
};

const holdLock = async (database: SqlDatabase, vault: string, draw: Draw, isWriting: () => boolean) => {
  while (isWriting()) {
    await database.transaction(async (session) => {
      await session.query('select id from cairn.vaults where id = $1 for update', [vault]);
      await sleep(draw(HELD_MS_MAX));
    }, null);
    await sleep(draw(HELD_MS_MAX));
  }
};

/** A transaction that has written to the vault, and stays open until it is told to end. */
const leaveOpen = async (database: SqlDatabase, vault: string): Promise<() => Promise<void>> => {
  const [opened, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const open = database.transaction(async (session) => {
    await session.query('update cairn.vaults set head = head where id = $1', [vault]);
    opened.resolve();
    await ending.promise;
  }, null);
  await opened.promise;
  return () => {
    ending.resolve();
    return open;
  };
};

/** The faults, in sentences; none if all is well. */
const violationsOf = async (seed: string, ask: Ask): Promise<readonly string[]> => {
  const database = createPostgresDatabase({ url: (await pg?.createDatabase()) ?? '', prepare: true });
  await migrate(database, START_MS);
  const random = createTestRandom(`${seed}/draws`);
  const draw: Draw = (count) => ((random.bytes(1)[0] ?? 0) * count) >> 8;
  const store = createSqlStore(asking(database, ask, draw));
  const world = createWorld(store, seed);
  const [{ first: reader, info }, elsewhere] = [await world.createVault(), await world.createVault()];
  const writers: TestDevice[] = [];
  for (let n = 0; n < WRITERS; n++) writers.push(await world.join(reader, `writer ${n}`));

  let isWriting = true;
  const endIdle = await leaveOpen(database, elsewhere.info.vault);
  const writing = Promise.allSettled(writers.map((one) => writeAll(world, one, draw))).finally(() => {
    isWriting = false;
  });
  const holding = holdLock(database, info.vault, draw, () => isWriting);
  const [read] = await Promise.allSettled([readAll(reader, () => isWriting)]);
  const ends = await writing;
  await holding;
  await endIdle();

  const acked = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
  await store.close();
  return [
    ...(read.status === 'rejected' ? [`a pull failed: ${read.reason}`] : []),
    ...ends.flatMap((end) => (end.status === 'rejected' ? [`a push failed: ${end.reason}`] : [])),
    ...(new Set(acked.map(({ seq }) => seq)).size === acked.length ? [] : ['a sequence was given twice']),
    ...acked
      .filter(({ entity, seq }) => seq === null || reader.held.get(`${entity} body`)?.seq !== seq)
      .map(({ entity, seq }) => `the reader lacks ${entity}, acknowledged as ${seq}`),
  ];
};

/** A race that a broken server need not lose every time. */
const TRIES_MAX = 6;

const noticedIn = async (seed: string, ask: Ask): Promise<readonly string[]> => {
  for (let n = 0; n < TRIES_MAX; n++) {
    const found = await violationsOf(`${seed}/${n}`, ask);
    if (found.length > 0) return found;
  }
  return [];
};

describe.skipIf(pg === null)('writers of one vault at once', () => {
  test('[SY-U4, SY-P1] nothing is passed or given twice, whatever is open elsewhere', async () => {
    expect(await violationsOf('writers/true', truly)).toEqual([]);
  });

  test('[SY-U4] a push that is not compared with what it was decided by is noticed', async () => {
    expect(await noticedIn('writers/uncompared', withoutComparison)).not.toEqual([]);
  });

  test('[SY-U4] sequences that are taken without a lock up to the commit are noticed', async () => {
    expect(await noticedIn('writers/unlocked', withoutLock)).not.toEqual([]);
  });
});
