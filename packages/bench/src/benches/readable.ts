/** Measures queries to a readable vault under row-level security, sent as PostgREST sends them, and pushes to it. */
import { randomUUID } from 'node:crypto';
import { openReadableLoad } from '@cairn/cloud/testing';
import { eachInTurn, range, timedEach } from '../measure.ts';
import { fillVaults, type LoadDevice, pushNew } from '../processes/load-vaults.ts';
import { watchPostgres } from '../processes/process-usage.ts';
import { startCluster, startServer } from '../processes/server.ts';
import { belowRow, named, type Round, type Row, ratioRow, samplesRow } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';
import { during, type Loaded, openWorkers } from './load.ts';

type Load = Awaited<ReturnType<typeof openReadableLoad>>;

const MEMORIES = 20_000;
/** Number of other users. All users share one table, and each of these has a tenth as many memories. */
const OTHERS = 5;
const LOOK_MS = 5;
const WORDS_MS = 20;
/**
 * Highest accepted ratio of Postgres' processor time to that of the same push to a sealed vault. A readable vault also writes a row with
 * words and indexes. The ratios below are for a push of one item, and for pushes over HTTP.
 */
const PUSH_RATIO = 12;
const ONE_RATIO = 4;
const BATCH = 500;
const SERVED_VAULTS = 32;
const SERVED_BATCH = 100;
const SERVED_RATIO = 8;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const questionRows = async (world: World, load: Load, user: string, stored: number) => {
  const corpus = createCorpus('readable');
  const times = world.size(60, 5);
  const samplesOf = (texts: readonly string[]): Promise<readonly number[]> =>
    load.asUser(user, async (session) => {
      await session.query(texts[0] ?? 'select 1');
      return timedEach(texts, (text) => session.query(text));
    });
  const ids = await load.asUser(user, (session) =>
    session.query(`select id from public.memories order by id limit ${times}`),
  );
  const questions = corpus.questions(times, stored);
  const search = (words: string) =>
    `select id, content from public.search_memories(${literal(words)}) limit 20`;
  const of = `of ${stored.toLocaleString('en-US')} readable memories`;
  const counts = await samplesOf(range(times).map(() => 'select count(*) from public.memories'));
  const looks = await samplesOf(
    ids.map(({ id }) => `select * from public.memories where id = ${literal(String(id))}`),
  );
  const found = await samplesOf(questions.map(search));
  const common = await samplesOf(questions.map((words) => search(words.split(' ')[0] ?? words)));
  const newest =
    'select * from public.memories where superseded_by is null order by created_at desc limit 20';
  return [
    belowRow(named('readable.count', `count ${of}, under row-level security`), counts, 'median', LOOK_MS),
    belowRow(named('readable.id', 'one of them by its id'), looks, 'median', LOOK_MS),
    belowRow(named('readable.words', 'the best 20 for 3 to 10 words'), found, 'median', WORDS_MS),
    samplesRow(named('readable.word', 'the best 20 for one word, often a common one'), common),
    samplesRow(named('readable.newest', 'the newest 20'), await samplesOf(range(times).map(() => newest))),
  ];
};

/** Measures Postgres' processor time for pushes to a readable and a sealed vault, in turn. */
const pushRows = async (world: World, load: Load, url: string): Promise<readonly Row[]> => {
  const usage = await watchPostgres(url);
  const sealed = await load.newVault(randomUUID(), 'sealed');
  const readable = await load.newVault(randomUUID(), 'readable');
  const corpus = createCorpus('pushed');
  let made = 0;
  const texts = (count: number) => range(count).map(() => corpus.memory(made++));
  const cost = async (vault: typeof sealed, pushes: number, items: number): Promise<number> => {
    const batches = range(pushes).map(() => vault.itemsOf(texts(items)));
    const before = await usage.processorMs();
    for (const batch of batches) await vault.push(batch);
    return ((await usage.processorMs()) - before) / pushes;
  };
  const rounds = async (pushes: number, items: number): Promise<readonly Round[]> => {
    const all = await eachInTurn(range(world.size(8, 2)), async () => ({
      ours: [await cost(readable, pushes, items)],
      bare: [await cost(sealed, pushes, items)],
    }));
    return all.slice(1);
  };
  const whole = await rounds(world.size(6, 1), BATCH);
  const small = await rounds(world.size(200, 10), 1);
  const against = 'processor time of Postgres, against the same push to a sealed vault';
  return [
    ratioRow(named('readable.push', `a push of ${BATCH} readable memories: ${against}`), whole, PUSH_RATIO),
    ratioRow(named('readable.push.one', `a push of one: ${against}`), small, ONE_RATIO),
  ];
};

/** Measures the same over HTTP, from many devices at once. The server combines concurrent pushes into shared statements. */
const servedRows = async (world: World, database: string): Promise<readonly Row[]> => {
  const counts = { vaults: SERVED_VAULTS, devices: SERVED_VAULTS };
  const sealed = await fillVaults(database, counts);
  const readable = await fillVaults(database, counts, 'readable');
  const server = await startServer(world, { database });
  const usage = await watchPostgres(database);
  const loadedOf = async (made: readonly LoadDevice[]): Promise<Loaded> => ({
    ...{ server, usage, workers: await openWorkers(world, server, made, SERVED_VAULTS) },
  });
  const [bare, ours] = [await loadedOf(sealed), await loadedOf(readable)];
  const cost = async (loaded: Loaded, items: number): Promise<number> => {
    const phase = await during(loaded, world.size(4, 1), (connection, device) =>
      pushNew(connection, device, items),
    );
    return phase.serverMs + phase.postgresMs;
  };
  const rowOf = async (items: number, ratioMax: number): Promise<Row> => {
    const rounds = await eachInTurn(range(world.size(6, 2)), async () => ({
      ours: [await cost(ours, items)],
      bare: [await cost(bare, items)],
    }));
    const what = `a push of ${items} of ${SERVED_VAULTS} at once: processor of server and Postgres, against sealed vaults`;
    return ratioRow(named(`readable.served.${items}`, what), rounds.slice(1), ratioMax);
  };
  return [await rowOf(1, ONE_RATIO), await rowOf(SERVED_BATCH, SERVED_RATIO)];
};

export const readable: Bench = async (world) => {
  world.say('readable: starting Postgres');
  const cluster = await startCluster(world);
  const url = await cluster.createDatabase();
  const load = await openReadableLoad(url);
  try {
    const stored = world.size(MEMORIES, 1_000);
    const user = randomUUID();
    world.say(`readable: pushing ${stored} memories, and those of others`);
    const own = await load.newVault(user, 'readable');
    await own.push(own.itemsOf(createCorpus('readable').memories(stored)));
    for (const at of range(OTHERS)) {
      const other = await load.newVault(randomUUID(), 'readable');
      await other.push(other.itemsOf(createCorpus(`other ${at}`).memories(stored / 10)));
    }
    // Autovacuum would run this within a minute.
    await load.exec('vacuum analyze cairn.readable_memories');
    const questions = await questionRows(world, load, user, stored);
    const pushed = await pushRows(world, load, url);
    world.say('readable: pushing to the server');
    return [...questions, ...pushed, ...(await servedRows(world, await cluster.createDatabase()))];
  } finally {
    await load.close();
  }
};
