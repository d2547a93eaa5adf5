/** Measures searches in a small and a large store, by calls to the engine and over HTTP, with the same questions. */
import { type Engine, openEngine } from '@cairn/core';
import { range, timedEach } from '../measure.ts';
import { must } from '../must.ts';
import { makeDevice } from '../processes/device.ts';
import { embedByWords, fillStore, meaningByWords } from '../processes/embedded-store.ts';
import { createHttpClient } from '../processes/keep-alive.ts';
import { belowRow, named, type Row } from '../report.ts';
import { createCorpus } from '../text/corpus.ts';
import type { Bench, World } from '../world.ts';
import { saveDuringSearches } from './save-during-search.ts';

export const search: Bench = async (world) => {
  const asked = world.option('memories');
  return [
    ...(await searchIn(world, '10k', world.size(10_000, 500), { words: 5, both: 8 })),
    ...(await searchIn(world, '100k', world.size(100_000, 2_000), { words: 20, both: 25 })),
    ...(asked === null
      ? []
      : await searchIn(world, 'asked', asked, { words: ASKED_BELOW_MS, both: ASKED_BELOW_MS })),
  ];
};

/** Upper bound for the size given by `--memories`, in milliseconds. It is set for a million memories. */
const ASKED_BELOW_MS = 150;

const searchIn = async (
  world: World,
  name: string,
  stored: number,
  below: { readonly words: number; readonly both: number },
): Promise<readonly Row[]> => {
  const corpus = createCorpus('search');
  const device = await makeDevice(world, `search-${name}`);
  world.say(`search: filling a store with ${stored} memories`);
  await fillStore(device.paths.database, corpus.memories(stored));
  const questions = corpus.questions(world.size(200, 20), stored);
  const timedRounds = (work: (query: string) => Promise<unknown>): Promise<number[]> =>
    timedEach(
      range(world.size(5, 1)).flatMap(() => questions),
      work,
    );

  world.say(`search: ${questions.length} questions to the engine`);
  const open = async (): Promise<Engine> =>
    must(await openEngine({ path: device.paths.database, deviceName: 'bench' }));
  const engine = await open();
  let answered = 0;
  const ask = async (query: string): Promise<void> => {
    const { results } = must(await engine.search({ query }));
    answered += results.length > 0 ? 1 : 0;
  };
  await timedEach(questions, ask);
  if (answered < questions.length / 2)
    throw new Error(`only ${answered} of ${questions.length} questions found anything`);
  const inside = await timedRounds(ask);
  world.say('search: the block that a session begins with');
  const begin = async (): Promise<void> => {
    const made = await engine.context({});
    if (!made.ok || made.value.tokens === 0) throw new Error('there was no context');
  };
  await timedEach(range(5), begin);
  const contexts = await timedEach(range(world.size(100, 5)), begin);
  world.say(`search: ${stored} vectors, and the same questions by words and by meaning`);
  await embedByWords(engine);
  const meanings = new Map(questions.map((query) => [query, meaningByWords(query)]));
  const askBoth = async (query: string) => must(await engine.search({ query }, meanings.get(query)));
  await timedEach(questions, askBoth);
  const byBoth = await timedRounds(askBoth);
  await engine.close();

  world.say('search: the same over HTTP');
  await device.start();
  const client = createHttpClient(device);
  const post = (query: string) => client.post('/v1/search', { query });
  await timedEach(questions, post);
  const overHttp = await timedRounds(post);
  client.close();
  await device.stop();

  // Saves come last, because they make the store larger.
  world.say('search: saves while searches go on');
  const again = await open();
  const saves = await saveDuringSearches(
    world,
    {
      id: `search.${name}.save`,
      what: `save while ${stored.toLocaleString('en-US')} memories are searched`,
    },
    { engine: again, corpus, questions },
  );
  await again.close();

  const what = `search in ${stored.toLocaleString('en-US')} memories`;
  return [
    belowRow(named(`search.${name}`, `${what}, in the engine`), inside, 'p95', below.words),
    ...saves,
    belowRow(named(`search.${name}.hybrid`, `${what}, by words and meaning`), byBoth, 'p95', below.both),
    belowRow(
      named(`search.${name}.context`, `context block of ${stored.toLocaleString('en-US')} memories`),
      contexts,
      'p95',
      10,
    ),
    belowRow(named(`search.${name}.http`, `${what}, over HTTP`), overHttp, 'p95', below.words),
  ];
};
