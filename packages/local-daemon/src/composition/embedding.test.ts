import { createEngineBench, mustBe } from '@cairn/core/testing';
import { startModelServer } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { STATIC_MODEL } from '../adapters/static-embedder.ts';
import type { EmbedConfig } from '../config-embed.ts';
import { createEventBus } from '../services/events.ts';
import { idleHousekeeping } from '../testing/idle-housekeeping.ts';
import { createEmbeddingParts } from './embedding.ts';

/** Polls often, because the awaited states take milliseconds. */
const soon = <T>(state: () => T) => expect.poll(state, { interval: 5, timeout: 20_000 });

const scene = (config: EmbedConfig) => {
  const { read, write, time } = createEngineBench();
  const events = createEventBus();
  const ignore = (): void => undefined;
  const parts = createEmbeddingParts(config, '/no-embedders', {
    fusion: {},
    engine: () => ({ ...read, ...write }),
    housekeeper: idleHousekeeping(time),
    ...{ events, timers: time, steadyMs: time.nowMs, log: { info: ignore, warn: ignore, error: ignore } },
  });
  onTestFinished(() => parts.end());
  const save = async (content: string): Promise<void> => {
    const { id } = await mustBe(write.remember({ content, source: 'user' }));
    events.publish({ kind: 'changed', ids: [id] });
  };
  return { parts, time, read, save };
};

const endpointScene = async () => {
  const server = await startModelServer();
  onTestFinished(() => server.close());
  const made = scene({
    ...{ kind: 'endpoint', baseUrl: server.baseUrl, apiKey: null, model: 'nomic' },
    dimensions: null,
    others: [],
    fusion: { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0.25 },
  });
  return { ...made, server };
};

test('[F-2] a rude server is asked four times, then for one text after the other; it holds up no save and loses nothing', async () => {
  const { parts, server, time, save } = await endpointScene();
  const rude = [{ kind: 'half_json' }, { kind: 'wrong_count' }, { kind: 'status', status: 500 }] as const;
  server.behave({ kind: 'html' }, ...rude, { kind: 'reply', text: 'ok' });
  await save('the cat sleeps on the sofa');
  await save('we deploy on fridays');
  const began = time.nowMs();
  for (let tries = 1; tries <= 4; tries++) {
    time.runNext();
    await soon(() => [server.requests.length, time.nextAtMs() !== null]).toEqual([tries, true]);
  }
  expect(await parts.status()).toMatchObject({
    ...{ name: 'nomic', state: 'failing', pending: 2, problem: expect.stringContaining(server.baseUrl) },
  });
  time.runNext();
  await soon(() => parts.status()).toMatchObject({ state: 'ready', pending: 1, problem: null });
  expect(time.nowMs() - began).toBe(2_000 + 500 + 2_000 + 8_000 + 1_000);
  await soon(() => time.nextAtMs() !== null).toBe(true);
  time.runNext();
  await soon(() => parts.status()).toMatchObject({ state: 'ready', pending: 0, problem: null, aside: 0 });
});

test('[F-2] a text that always fails is told of by status, and nothing is wrong with the embedder', async () => {
  const { parts, server, time, save } = await endpointScene();
  await save('the cat sleeps on the sofa');
  time.runNext();
  await soon(() => parts.status()).toMatchObject({ pending: 0 });
  await soon(() => time.nextAtMs() !== null).toBe(true);
  time.runNext();
  await soon(() => time.nextAtMs()).toBeNull();
  server.behave({ kind: 'status', status: 500 });
  await save('we deploy on fridays');
  for (let tries = 2; tries <= 5; tries++) {
    await soon(() => time.nextAtMs() !== null).toBe(true);
    time.runNext();
    await soon(() => [server.requests.length, time.nextAtMs() !== null]).toEqual([tries, true]);
  }
  await soon(() => parts.status()).toEqual({
    ...{ name: 'nomic', state: 'ready', pending: 1, problem: null },
    ...{ aside: 1, asideReason: expect.stringContaining('HTTP 500') },
  });
});

test('[F-4] while a warm server hangs a search finds by words, says why, and the end waits for nothing', async () => {
  const { parts, server, time, read, save } = await endpointScene();
  await save('the cat sleeps on the sofa');
  time.runNext();
  await soon(() => parts.status()).toMatchObject({ state: 'ready', pending: 0 });
  await soon(() => time.nextAtMs() !== null).toBe(true);
  time.runNext();
  await soon(() => time.nextAtMs()).toBeNull();
  server.behave({ kind: 'hang' });
  const asking = parts.meaningOf({ query: 'sofa' });
  await soon(() => server.requests.length).toBe(2);
  time.runNext();
  expect(await mustBe(read.search({ query: 'sofa' }, await asking))).toMatchObject({
    results: [{ content: 'the cat sleeps on the sofa' }],
    reason: 'The embedder did not answer in time. The search was by words.',
  });
  await save('we deploy on fridays');
  time.runNext();
  await soon(() => server.requests.length).toBe(3);
  await parts.end();
  expect((await parts.status())?.pending).toBe(1);
});

test('[F-3] the table that comes with the program finds across languages at once, and gives a text of unknown tokens no place', async () => {
  const { parts, time, read, save } = scene({ kind: 'local' });
  onTestFinished(() => parts.end());
  await save('Der Hund meiner Schwester schläft im Garten.');
  await save('The invoice for March was paid.');
  await save('zzzqqqxx');
  time.runNext();
  await soon(() => parts.status()).toMatchObject({
    ...{ name: STATIC_MODEL, state: 'ready', pending: 0, aside: 0, problem: null },
  });
  const query = 'Where does the dog of my sister sleep?';
  const meaning = await parts.meaningOf({ query });
  expect(meaning).toMatchObject({ kind: 'vector', model: STATIC_MODEL });
  const { results } = await mustBe(read.search({ query, mode: 'vector' }, meaning));
  expect(results.map(({ content }) => content)).toEqual(['Der Hund meiner Schwester schläft im Garten.']);
  expect(await parts.meaningOf({ query: 'qqqzzzxx' })).toMatchObject({ kind: 'none' });
});

test('[F-3] switched off there is nothing to tell, nothing to wait for, and words rank alone', async () => {
  const { parts, time, read, save } = scene({ kind: 'off' });
  await parts.begin();
  await save('the cat sleeps on the sofa');
  expect([await parts.status(), time.nextAtMs()]).toEqual([null, null]);
  const found = await mustBe(read.search({ query: 'sofa' }, await parts.meaningOf({ query: 'sofa' })));
  expect(found.results).toHaveLength(1);
  expect(found.reason).toBeUndefined();
});
