/** Measures a session: appending, restoring a long session and compacting, through the engine's threads and over HTTP. */
import { join } from 'node:path';
import { type Engine, openEngine } from '@cairn/core';
import { eachInTurn, range, timed, timedEach } from '../measure.ts';
import { must } from '../must.ts';
import { startDevice } from '../processes/device.ts';
import { createHttpClient } from '../processes/keep-alive.ts';
import { belowRow, named, type Row, rateRow, samplesRow } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import { type Bench, tempFolder, type World } from '../world.ts';

/** Messages per request. */
const BATCH = 50;
/** Requests in flight, each for its own session. */
const TOGETHER = 16;
/** Context window in tokens. It is larger than any session here, so that no compaction is due. */
const WINDOW = 2_000_000;

type Said = { readonly role: 'user' | 'assistant'; readonly content: string };
/** Returns the next `count` messages of a made conversation. */
type Say = (count: number) => Said[];

export const session: Bench = async (world) => {
  const corpus = createCorpus('session');
  let used = 0;
  const say: Say = (count) =>
    range(count).map(() => ({
      role: used % 2 === 0 ? 'user' : 'assistant',
      content: corpus.memory(used++),
    }));
  const folder = await tempFolder(world, 'session');
  const engine = must(await openEngine({ path: join(folder, 'ours.db'), deviceName: 'bench' }));
  try {
    const inside = await appending(world, engine, say);
    const long = await longSession(world, engine, say);
    return [...inside, ...long, ...(await overHttp(world, say))];
  } finally {
    await engine.close();
  }
};

const appendTo = async (engine: Engine, name: string, messages: Said[]): Promise<void> => {
  must(await engine.appendMessages({ session: { name }, maxTokens: WINDOW, messages }));
};

const appending = async (world: World, engine: Engine, say: Say): Promise<readonly Row[]> => {
  world.say('session: appending');
  await timedEach(say(world.size(500, 20)), (one) => appendTo(engine, 'warm', [one]));
  const alone = await timedEach(say(world.size(3_000, 100)), (one) => appendTo(engine, 'alone', [one]));
  const together: number[] = [];
  const batched: number[] = [];
  for (const round of range(world.size(10, 2))) {
    const block = world.size(100, 5);
    const blocks = range(TOGETHER).map(() => say(block));
    const ms = await timed(() =>
      Promise.all(blocks.map((all, at) => timedEach(all, (one) => appendTo(engine, `t${at}`, [one])))),
    );
    together.push((TOGETHER * block * 1_000) / ms);
    const batches = range(world.size(20, 2)).map(() => say(BATCH));
    const batchMs = await timed(() => timedEach(batches, (all) => appendTo(engine, `b${round}`, all)));
    batched.push((batches.length * BATCH * 1_000) / batchMs);
  }
  return [
    belowRow(named('session.append', 'append of a message, found at once'), alone, 'median', 1),
    rateRow(
      named('session.append.together', `the same, ${TOGETHER} sessions at once`, '/s'),
      together,
      2_000,
    ),
    rateRow(named('session.append.batch', `appended ${BATCH} at a time`, '/s'), batched, 2_000),
  ];
};

const longSession = async (world: World, engine: Engine, say: Say): Promise<readonly Row[]> => {
  world.say('session: restoring and compacting');
  const fill = async (name: string, count: number): Promise<void> => {
    for (let at = 0; at < count; at += 500) await appendTo(engine, name, say(Math.min(500, count - at)));
  };
  await fill('long', world.size(10_000, 500));
  const restores = await timedEach(range(world.size(100, 5)), async () => {
    const restored = await engine.restoreSession({ id: 'long', maxTokens: 8_000 });
    if (!restored.ok || restored.value.messages.length === 0) throw new Error('nothing was restored');
  });
  const compactions = await eachInTurn(range(world.size(15, 2)), async (at) => {
    await fill(`c${at}`, world.size(1_000, 50));
    return timed(async () => {
      const done = await engine.compactSession({ id: `c${at}` });
      if (!done.ok || done.value.kept !== 10) throw new Error(JSON.stringify(done));
    });
  });
  return [
    belowRow(named('session.restore', 'restore 8,000 tokens of 10,000 messages'), restores, 'p95', 50),
    belowRow(named('session.compact', 'compact 1,000 messages without a model'), compactions, 'p95', 100),
  ];
};

const overHttp = async (world: World, say: Say): Promise<readonly Row[]> => {
  world.say('session: over HTTP');
  const device = await startDevice(world, 'session');
  const client = createHttpClient(device);
  const append = (name: string, messages: Said[]) =>
    client.post('/v1/sessions', { session: { name }, maxTokens: WINDOW, messages });
  await timedEach(say(world.size(300, 10)), (one) => append('warm', [one]));
  const alone = await timedEach(say(world.size(1_500, 50)), (one) => append('alone', [one]));
  client.close();
  await device.stop();
  return [samplesRow(named('session.append.http', 'append of a message over HTTP'), alone)];
};
