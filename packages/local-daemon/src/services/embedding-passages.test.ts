import { setImmediate as turn } from 'node:timers/promises';
import type { Embedder } from '@cairn/core';
import { createEngineBench, mustBe } from '@cairn/core/testing';
import { err, ok } from '@cairn/schema';
import { wordVector } from '@cairn/test-support';
import { expect, test } from 'vitest';
import { idleHousekeeping } from '../testing/idle-housekeeping.ts';
import { createPass } from '../testing/pass-time.ts';
import { createEmbedding } from './embedding.ts';
import { createEventBus } from './events.ts';

const AT = Date.UTC(2026, 0, 15);

const scene = (batchMax = 4, kind: { readonly isInstant?: true } = {}) => {
  const { read, write, time, follow } = createEngineBench();
  const calls: (readonly string[])[] = [];
  const state = { refuses: (_: string): boolean => false };
  const embedder: Embedder = {
    model: 'compass',
    fusion: { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0 },
    batchMax,
    ...kind,
    async embed(texts) {
      calls.push(texts);
      if (texts.some(state.refuses))
        return err({ message: 'it refuses', retryable: false, retryAfterMs: null });
      return ok(texts.map((text) => Float32Array.from(wordVector(text, 8))));
    },
    state: () => 'ready',
    close: async () => undefined,
  };
  const events = createEventBus();
  const silent = (): void => undefined;
  const service = createEmbedding({
    ...{ engine: () => ({ ...read, ...write }), embedder, events, timers: time, steadyMs: time.nowMs },
    housekeeper: idleHousekeeping(time),
    log: { info: silent, warn: silent, error: silent },
  });
  follow(events.publish);
  const pass = createPass(time, turn);
  const say = (...texts: readonly string[]) =>
    mustBe(
      write.importTurns({
        session: 's',
        project: null,
        turns: texts.map((text) => ({ author: 'anna', text, at: AT })),
      }),
    );
  const index = (text: string) =>
    mustBe(write.indexDocument({ path: '/x/y.md', project: null, text, modifiedAt: AT }));
  return {
    write,
    calls,
    state,
    service,
    events,
    pass,
    say,
    index,
    counts: () => read.vectorCounts('compass'),
  };
};

test('[F-8] turns and documents are embedded after they were indexed, each text once', async () => {
  const { say, index, pass, calls, counts } = scene();
  await say('one', 'two', 'three', 'four', 'five', 'six');
  await index('a document');
  await pass(10_000);
  expect(await counts()).toEqual({ waiting: 0, vectors: 7 });
  expect(calls.every(({ length }) => length <= 4)).toBe(true);
  const texts = calls.flat();
  expect(texts).toHaveLength(7);
  expect(new Set(texts).size).toBe(7);
  await say('seven');
  await pass(10_000);
  expect([await counts(), calls.flat().slice(7)]).toEqual([{ waiting: 0, vectors: 8 }, ['anna: seven']]);
});

test('[F-8] a turn whose neighbour is refused is embedded without it; the refused one waits', async () => {
  const { say, pass, state, counts, service } = scene();
  state.refuses = (text) => text.includes('poison');
  await say('one', 'a poison', 'three');
  await pass(20_000);
  expect(await counts()).toEqual({ waiting: 1, vectors: 2 });
  expect((await service.status()).pending).toBe(1);
});

test('[M-11] only what is new is announced', async () => {
  const { events, index, say, write } = scene();
  const heard: string[] = [];
  events.subscribe((event) => heard.push(event.kind === 'indexed' ? event.source : event.kind));
  const { id } = await index('a document');
  await index('a document');
  const session = await say('one');
  expect(heard).toEqual([id, session.id]);
  const refused = await write.importTurns({ session: '', project: null, turns: [] });
  expect([refused.ok, heard.length]).toEqual([false, 2]);
  const transcript = { session: 't', project: null, turns: [{ author: 'anna', text: 'two', at: AT }] };
  const imported = await mustBe(write.importTurns(transcript));
  await write.importTurns(transcript);
  await write.importTurns({ ...transcript, session: 'u', dryRun: true });
  expect(heard.slice(2)).toEqual([imported.id]);
});

test('[F-4] a question embeds what was just saved, once, if the embedder is instant', async () => {
  for (const [kind, vectors] of [[{ isInstant: true }, 1] as const, [{}, 0] as const]) {
    const { index, service, calls, counts } = scene(4, kind);
    await index('a document');
    await Promise.all([service.catchUp(), service.catchUp()]);
    await service.catchUp();
    expect(calls).toHaveLength(vectors);
    expect(await counts()).toEqual({ waiting: 1 - vectors, vectors });
  }
});

test('[F-4] a question waits for no long queue', async () => {
  const { say, index, service, calls } = scene(2, { isInstant: true });
  await say('one', 'two', 'three', 'four', 'five', 'six');
  await service.catchUp();
  await index('a document');
  await service.catchUp();
  expect(calls).toHaveLength(1);
});
