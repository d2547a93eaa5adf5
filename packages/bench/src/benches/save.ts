/** Measures a save in the engine, through the engine's threads, over HTTP and on the command line. */
import { join } from 'node:path';
import { openEngine } from '@cairn/core';
import { sampleId, sampleRow } from '@cairn/core/testing';
import { valuesOf } from '../bare/bare-store.ts';
import type { SaveMessage } from '../bare/save-thread.ts';
import { startThread } from '../bare/thread.ts';
import { eachInTurn, p99, range, timed, timedEach } from '../measure.ts';
import { must, saveNew } from '../must.ts';
import { type Device, startDevice } from '../processes/device.ts';
import { enterSomeVault } from '../processes/embedded-store.ts';
import { createHttpClient } from '../processes/keep-alive.ts';
import { cliProgram } from '../processes/places.ts';
import { roundsBesideNode, runProcess } from '../processes/run-process.ts';
import { belowRow, named, type Round, type Row, rateRow, ratioRow } from '../report.ts';
import { type Corpus, createCorpus } from '../text/corpus.ts';
import { type Bench, tempFolder, type World } from '../world.ts';
import { saveWhileEmbedding } from './save-embedding.ts';

export const save: Bench = async (world) => {
  const texts = freshTexts(createCorpus('save'));
  world.say('save: inside the writer thread');
  const inside = await insideTheThread(world, texts);
  world.say('save: through the threads');
  const through = await throughTheThreads(world, texts);
  world.say('save: over HTTP');
  const device = await startDevice(world, 'save');
  const http = await overHttp(world, device, texts);
  world.say('save: on the command line');
  const line = await onTheCommandLine(world, device, texts);
  await device.stop();
  world.say('save: while what was saved is embedded');
  const embedding = await saveWhileEmbedding(world, texts);
  return [...inside, ...through, ...http, line, ...embedding];
};

/** Makes texts that were never saved before. A repeated text would be a duplicate. */
type FreshTexts = (count: number) => readonly string[];
const freshTexts = (corpus: Corpus): FreshTexts => {
  let used = 0;
  return (count) => range(count).map(() => corpus.memory(used++));
};

let rows = 0;
const rowsOf = (texts: readonly string[]) => texts.map((text) => valuesOf(sampleRow(sampleId(rows++), text)));

interface Sides {
  ours(texts: readonly string[]): Promise<readonly number[]>;
  bare(texts: readonly string[]): Promise<readonly number[]>;
}

/** Measures blocks of both sides in turn. The side that begins alternates, and the first block of each side is not counted. */
const inTurn = async (world: World, texts: FreshTexts, sides: Sides): Promise<readonly Round[]> => {
  const size = world.size(200, 20);
  await sides.ours(texts(world.size(500, 20)));
  await sides.bare(texts(world.size(500, 20)));
  return eachInTurn(range(world.size(12, 3)), async (round) => {
    const [forOurs, forBare] = [texts(size), texts(size)];
    const early = round % 2 === 0 ? await sides.ours(forOurs) : null;
    const bare = await sides.bare(forBare);
    return { ours: early ?? (await sides.ours(forOurs)), bare };
  });
};

const p99Row = (id: string, what: string, rounds: readonly Round[]): Row =>
  belowRow(
    named(id, what),
    rounds.map(({ ours }) => p99(ours)),
    'median',
    5,
  );

const insideTheThread = async (world: World, texts: FreshTexts): Promise<readonly Row[]> => {
  const folder = await tempFolder(world, 'engine');
  const thread = startThread(new URL('../bare/save-thread.ts', import.meta.url));
  world.cleanup.add(thread.end);
  const call = async (message: SaveMessage): Promise<readonly number[]> => {
    const answer = await thread.call(message);
    return Array.isArray(answer) ? answer.map(Number) : [];
  };
  await call({ side: 'open', folder });
  const rounds = await inTurn(world, texts, {
    ours: (block) => call({ side: 'ours', texts: block }),
    bare: (block) => call({ side: 'bare', rows: rowsOf(block) }),
  });
  await thread.end();
  const what = 'save in the engine, against a bare INSERT';
  return [
    ratioRow(named('save.engine', what), rounds, 2),
    p99Row('save.engine.p99', 'save in the engine, p99 of a round', rounds),
  ];
};

const throughTheThreads = async (world: World, texts: FreshTexts): Promise<readonly Row[]> => {
  const folder = await tempFolder(world, 'engine');
  const engine = must(await openEngine({ path: join(folder, 'ours.db'), deviceName: 'bench' }));
  const bare = startThread(new URL('../bare/insert-thread.ts', import.meta.url));
  world.cleanup.add(bare.end);
  try {
    await enterSomeVault(engine);
    await bare.call(join(folder, 'bare.db'));
    const rounds = await inTurn(world, texts, {
      ours: (block) => timedEach(block, (content) => saveNew(engine, content)),
      bare: (block) => timedEach(rowsOf(block), (row) => bare.call(row)),
    });
    const what = 'save through the threads, similar ones included, against a bare INSERT in a thread';
    return [
      ratioRow(named('save.threads', what), rounds, 2),
      p99Row('save.threads.p99', 'save through the threads, p99 of a round', rounds),
    ];
  } finally {
    await engine.close();
    await bare.end();
  }
};

const CLIENTS = 8;

const overHttp = async (world: World, device: Device, texts: FreshTexts): Promise<readonly Row[]> => {
  const one = createHttpClient(device);
  const many = range(CLIENTS).map(() => createHttpClient(device));
  const saveAll = async (client: typeof one, block: readonly string[]): Promise<number[]> =>
    timedEach(block, (content) => client.post('/v1/memories', { content }));
  const block = world.size(150, 15);
  const together = async (size: number): Promise<number> => {
    const blocks = many.map(() => texts(size));
    return timed(() => Promise.all(many.map((client, at) => saveAll(client, blocks[at] ?? []))));
  };
  await saveAll(one, texts(world.size(300, 15)));
  await together(block);
  const alone: number[] = [];
  const perSecond: number[] = [];
  for (const _ of range(world.size(10, 2))) {
    alone.push(...(await saveAll(one, texts(block))));
    perSecond.push((CLIENTS * block * 1_000) / (await together(block)));
  }
  for (const client of [one, ...many]) client.close();
  return [
    belowRow(named('save.http', 'save over HTTP, one client'), alone, 'median', 1.5),
    rateRow(named('save.http.8', 'save over HTTP, 8 clients, no error', 'saves/s'), perSecond, 2_000),
  ];
};

const onTheCommandLine = async (world: World, device: Device, texts: FreshTexts): Promise<Row> => {
  const saveOne = (content: string) => timed(() => runProcess(cliProgram(), ['save', content], device.env));
  for (const text of texts(2)) await saveOne(text);
  const rounds = await roundsBesideNode(world, device, () => saveOne(texts(1)[0] ?? ''));
  const what = '`cairn save`, whole process, against `node -e 0`';
  return ratioRow(named('save.cli', what), rounds, 2.5);
};
