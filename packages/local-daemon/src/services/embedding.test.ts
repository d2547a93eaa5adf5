import { setImmediate as turn } from 'node:timers/promises';
import type { Embedder, EmbedFailure } from '@cairn/core';
import { createEngineBench, type EngineBench, mustBe } from '@cairn/core/testing';
import { err, ok } from '@cairn/schema';
import { wordVector } from '@cairn/test-support';
import { describe, expect, test } from 'vitest';
import { idleHousekeeping } from '../testing/idle-housekeeping.ts';
import { createPass } from '../testing/pass-time.ts';
import { createEmbedding } from './embedding.ts';
import { createEventBus } from './events.ts';

const DIMENSIONS = 8;
const busy: EmbedFailure = { message: 'it is busy', retryable: true, retryAfterMs: null };
const refused: EmbedFailure = { message: 'it refuses', retryable: false, retryAfterMs: null };
const zeros = (texts: readonly string[]) => texts.map(() => new Float32Array(DIMENSIONS));

type Answer = (texts: readonly string[]) => ReturnType<Embedder['embed']>;
const vectors: Answer = async (texts) =>
  ok(texts.map((text) => Float32Array.from(wordVector(text, DIMENSIONS))));
const fails =
  (failure: EmbedFailure): Answer =>
  async () =>
    err(failure);

interface SceneOptions {
  readonly bench?: EngineBench;
  readonly model?: string;
  readonly batchMax?: number;
}

const scene = ({ bench = createEngineBench(), model = 'compass', batchMax = 4 }: SceneOptions = {}) => {
  const { read, write, time } = bench;
  const calls: { readonly texts: readonly string[]; readonly atMs: number }[] = [];
  const warnings: string[] = [];
  const state = { answer: vectors, underWay: 0, underWayMax: 0, onLastLook: async () => undefined };
  const embedder: Embedder = {
    model,
    fusion: { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0 },
    batchMax,
    async embed(texts) {
      calls.push({ texts, atMs: time.nowMs() });
      state.underWayMax = Math.max(state.underWayMax, ++state.underWay);
      const answer = await state.answer(texts);
      state.underWay--;
      return answer;
    },
    state: () => 'ready',
    close: async () => undefined,
  };
  const events = createEventBus();
  const unembedded: typeof read.unembedded = async (...args) => {
    const found = await read.unembedded(...args);
    if (found.texts.length === 0) await state.onLastLook();
    return found;
  };
  const engine = { ...read, ...write, unembedded };
  const housekeeping = idleHousekeeping(time);
  const note = (message: string): void => void warnings.push(message);
  const service = createEmbedding({
    ...{ engine: () => engine, embedder, events, timers: time, steadyMs: time.nowMs },
    housekeeper: housekeeping,
    log: { info: note, warn: note, error: note },
  });
  const save = async (content: string): Promise<string> => {
    const { id } = await mustBe(write.remember({ content, source: 'user' }));
    events.publish({ kind: 'changed', ids: [id] });
    return id;
  };
  const forget = async (id: string): Promise<void> => {
    await mustBe(write.forget({ ids: [id] }));
    events.publish({ kind: 'changed', ids: [id] });
  };
  /** Lets this much time pass, and runs the timers that fall due. */
  const pass = createPass(time, turn);
  /** Returns the milliseconds from `fromMs` to each call. */
  const callsAfter = (fromMs: number): readonly number[] => calls.map(({ atMs }) => atMs - fromMs);
  const counts = () => read.vectorCounts(model);
  return { bench, time, service, state, calls, warnings, save, forget, pass, callsAfter, counts };
};

/** Answers the next calls with these failures in turn, and later calls with vectors. */
const inTurn = (...failures: readonly EmbedFailure[]): Answer => {
  const left = [...failures];
  return (texts) => {
    const failure = left.shift();
    return failure === undefined ? vectors(texts) : fails(failure)(texts);
  };
};

describe('[F-2] pace', () => {
  test('a burst of saves is embedded two seconds after its last, together', async () => {
    const { time, save, pass, callsAfter, calls, counts } = scene();
    const began = time.nowMs();
    for (const content of ['the cat sleeps', 'a dog barks', 'birds sing']) {
      await save(content);
      await pass(500);
    }
    await pass(1_499);
    expect(calls).toEqual([]);
    await pass(1);
    expect(callsAfter(began)).toEqual([3_000]);
    expect([...(calls[0]?.texts ?? [])].sort()).toEqual(['a dog barks', 'birds sing', 'the cat sleeps']);
    expect(await counts()).toEqual({ waiting: 0, vectors: 3 });
  });

  test('saves that do not end are embedded from the tenth second on, one batch a second', async () => {
    const { time, save, pass, callsAfter, counts } = scene({ batchMax: 2 });
    const began = time.nowMs();
    for (let n = 0; n < 60; n++) {
      await save(`fact number ${n}`);
      await pass(250);
    }
    expect(callsAfter(began)).toEqual([10_000, 11_000, 12_000, 13_000, 14_000, 15_000]);
    await pass(10_000);
    expect(await counts()).toEqual({ waiting: 0, vectors: 60 });
  });

  test('one call at a time, however many saves come meanwhile', async () => {
    const { save, pass, state, calls, counts } = scene({ batchMax: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    state.answer = (texts) => promise.then(() => vectors(texts));
    for (let n = 0; n < 5; n++) {
      await save(`fact number ${n}`);
      await pass(20_000);
    }
    expect(calls).toHaveLength(1);
    resolve();
    await turn();
    await pass(1_000);
    expect([calls.length, state.underWayMax]).toEqual([5, 1]);
    expect(await counts()).toEqual({ waiting: 0, vectors: 5 });
  });

  test('what is saved while the last look is under way is embedded too', async () => {
    const { save, pass, state, counts } = scene();
    state.onLastLook = async () => {
      state.onLastLook = async () => undefined;
      await save('a late thought');
    };
    await save('the cat sleeps');
    await pass(10_000);
    expect(await counts()).toEqual({ waiting: 0, vectors: 2 });
  });

  test('what waits from before is embedded a while after the start', async () => {
    const { bench, service } = scene();
    await mustBe(bench.write.remember({ content: 'the cat sleeps', source: 'user' }));
    await service.end();
    const next = scene({ bench });
    await next.service.begin();
    expect(next.service.hasVectors()).toBe(false);
    await next.pass(14_999);
    expect(next.calls).toEqual([]);
    await next.pass(1);
    expect([next.calls.length, next.service.hasVectors()]).toEqual([1, true]);
  });
});

describe('[F-2] tries', () => {
  test('three more, after 0.5, 2 and 8 seconds, and again a minute later; nothing is lost', async () => {
    const { time, service, save, pass, state, callsAfter, warnings, counts } = scene();
    state.answer = inTurn(busy, busy, busy, busy);
    const began = time.nowMs() + 2_000;
    await save('the cat sleeps');
    await pass(60_000);
    expect(callsAfter(began)).toEqual([0, 500, 2_500, 10_500]);
    expect(await service.status()).toMatchObject({ pending: 1, problem: 'it is busy' });
    await pass(20_000);
    expect(callsAfter(began).at(-1)).toBe(70_500);
    expect(await service.status()).toMatchObject({ pending: 0, problem: null, aside: { count: 0 } });
    expect((await counts()).vectors).toBe(1);
    expect(warnings.length).toBeLessThanOrEqual(1);
  });

  test('saves do not hurry a server that fails', async () => {
    const { save, pass, state, calls } = scene();
    state.answer = fails(busy);
    for (let n = 0; n < 30; n++) {
      await save(`fact number ${n}`);
      await pass(2_000);
    }
    expect(calls.map(({ texts }) => texts.length)).toEqual([1, 1, 1, 1]);
  });

  test('a server that asks for time gets it', async () => {
    const { time, save, pass, state, callsAfter } = scene();
    const wait = { ...busy, retryAfterMs: 120_000 };
    state.answer = inTurn(wait, wait, wait, wait);
    const began = time.nowMs() + 2_000;
    await save('the cat sleeps');
    await pass(600_000);
    expect(callsAfter(began)).toEqual([0, 120_000, 240_000, 360_000, 480_000]);
  });

  test('what is refused is not tried again; the text at fault is found and left, the rest is embedded', async () => {
    const { save, pass, state, calls, counts, service } = scene({ batchMax: 8 });
    const isPoison = (text: string) => text.includes('poison');
    state.answer = async (texts) => (texts.some(isPoison) ? err(refused) : vectors(texts));
    for (const content of ['one', 'two', 'poison', 'three', 'four']) await save(`${content} of them`);
    await pass(10_000);
    expect(await counts()).toEqual({ waiting: 1, vectors: 4 });
    expect(calls.filter(({ texts }) => texts.length === 1 && texts.some(isPoison))).toHaveLength(1);
    expect((await service.status()).pending).toBe(1);
  });

  test('after a refusal that left nothing else to do, later saves are embedded', async () => {
    const { save, pass, state, calls, counts } = scene();
    state.answer = inTurn(refused);
    await save('poison');
    await pass(10_000);
    expect(calls).toHaveLength(1);
    await save('the cat sleeps');
    await pass(2_000);
    expect(await counts()).toEqual({ waiting: 1, vectors: 1 });
  });

  test('three refusals in a row are a wrong configuration: a try a minute from then on', async () => {
    const { save, pass, state, calls, service } = scene({ batchMax: 1 });
    state.answer = fails(refused);
    for (let n = 0; n < 9; n++) await save(`fact number ${n}`);
    await pass(3_000);
    expect(calls).toHaveLength(3);
    await pass(120_000);
    expect(calls).toHaveLength(5);
    expect(await service.status()).toMatchObject({ pending: 9, problem: 'it refuses' });
  });

  test('vectors without a direction are a failure', async () => {
    const { save, pass, state, service, counts } = scene();
    state.answer = async (texts) => ok(zeros(texts));
    await save('the cat sleeps');
    await pass(10_000);
    expect((await service.status()).problem).toContain('without a direction');
    expect(await counts()).toEqual({ waiting: 1, vectors: 0 });
  });

  test('vectors of another length under the same name are not kept, and the reason is told', async () => {
    const { save, pass, state, service, counts } = scene();
    await save('the cat sleeps');
    await pass(5_000);
    state.answer = async (texts) => ok(texts.map(() => new Float32Array([1, 0])));
    await save('a dog barks');
    await pass(5_000);
    expect((await service.status()).problem).toContain('2 numbers; before, they had 8');
    expect(await counts()).toEqual({ waiting: 1, vectors: 1 });
  });

  test('an end waits for no try, and none is made after it', async () => {
    const { save, pass, state, calls, service } = scene();
    state.answer = fails(busy);
    await save('the cat sleeps');
    await pass(2_000);
    await service.end();
    await save('a dog barks');
    await pass(300_000);
    expect(calls).toHaveLength(1);
  });
});

describe('[F-2] a text that never works', () => {
  const isPoison = (text: string) => text.includes('poison');
  const poisoned: Answer = async (texts) => (texts.some(isPoison) ? err(busy) : vectors(texts));

  test('is found by halving and left aside with its reason; the others are embedded within a minute', async () => {
    const { save, pass, state, counts, service, warnings } = scene({ batchMax: 8 });
    state.answer = poisoned;
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await save(n === 5 ? 'poison' : `fact number ${n}`);
    await pass(60_000);
    expect(await counts()).toEqual({ waiting: 1, vectors: 6 });
    expect(await service.status()).toEqual({
      ...{ pending: 1, problem: null },
      aside: { count: 1, reason: 'it is busy' },
    });
    expect(warnings).toHaveLength(1);
    await save('fact number 8');
    await pass(3_000);
    expect(await counts()).toEqual({ waiting: 1, vectors: 7 });
  });

  test('is tried again after ten minutes, an hour and every day, alone, and embedded once it works', async () => {
    const { time, save, pass, state, calls, counts, service } = scene();
    state.answer = poisoned;
    await save('poison');
    await save('the cat sleeps');
    await pass(60_000);
    const before = calls.length;
    const asideAt = calls.findLast(({ texts }) => texts.some(isPoison))?.atMs ?? 0;
    await pass(91_000_000);
    const again = calls.slice(before).map(({ atMs }) => Math.round((atMs - asideAt) / 60_000));
    expect([...new Set(again)]).toEqual([10, 70, 1_510]);
    state.answer = vectors;
    expect((await service.status()).aside.count).toBe(1);
    await pass(86_500_000);
    expect(await counts()).toEqual({ waiting: 0, vectors: 2 });
    expect((await service.status()).aside).toEqual({ count: 0, reason: null });
    expect(time.nextAtMs()).toBeNull();
  });

  test('five in a row hold up the rest for minutes, not for good', async () => {
    const { save, pass, state, counts, service } = scene();
    state.answer = poisoned;
    await save('the cat sleeps');
    for (let n = 0; n < 5; n++) await save(`poison ${n}`);
    await pass(600_000);
    expect(await counts()).toEqual({ waiting: 5, vectors: 1 });
    expect((await service.status()).aside.count).toBe(5);
  });

  test('a server that is away blames no text: all are embedded when it is back', async () => {
    const { time, save, pass, state, counts, service, callsAfter } = scene();
    state.answer = fails(busy);
    for (let n = 0; n < 9; n++) await save(`fact number ${n}`);
    await pass(60_000);
    expect(await service.status()).toMatchObject({ aside: { count: 0 }, problem: 'it is busy' });
    const began = time.nowMs();
    await pass(600_000);
    expect(callsAfter(began).filter((at) => at > 0).length).toBeLessThanOrEqual(11);
    state.answer = vectors;
    await pass(70_000);
    const { waiting } = await counts();
    expect(waiting).toBeLessThan(9);
    await pass(700_000);
    expect(await counts()).toEqual({ waiting: 0, vectors: 9 });
  });

  test('forgotten, it is set aside no more', async () => {
    const { save, forget, pass, state, service } = scene();
    state.answer = poisoned;
    await save('the cat sleeps');
    const id = await save('poison');
    await pass(90_000);
    expect((await service.status()).aside.count).toBe(1);
    await forget(id);
    await pass(5_000);
    expect(await service.status()).toEqual({
      ...{ pending: 0, problem: null },
      aside: { count: 0, reason: null },
    });
  });
});

describe('[F-2] what changes meanwhile', () => {
  test('what is forgotten while it is embedded gets no vector', async () => {
    const { save, forget, pass, state, counts } = scene();
    const { promise, resolve } = Promise.withResolvers<void>();
    state.answer = (texts) => promise.then(() => vectors(texts));
    const id = await save('a secret');
    await save('the cat sleeps');
    await pass(2_000);
    await forget(id);
    resolve();
    await turn();
    expect(await counts()).toEqual({ waiting: 0, vectors: 1 });
  });

  test('what is forgotten while the server fails leaves the way free for later saves', async () => {
    const { save, forget, pass, state, counts } = scene();
    state.answer = inTurn(busy, busy, busy, busy);
    const id = await save('a secret');
    await pass(30_000);
    await forget(id);
    await pass(60_000);
    await save('the cat sleeps');
    await pass(2_000);
    expect(await counts()).toEqual({ waiting: 0, vectors: 1 });
  });

  test('another model embeds everything again, by itself; the one before finds its vectors again after its first call', async () => {
    const first = scene();
    await first.save('the cat sleeps');
    await first.save('a dog barks');
    await first.pass(5_000);
    await first.service.end();
    const other = scene({ bench: first.bench, model: 'stars' });
    await other.service.begin();
    expect((await other.service.status()).pending).toBe(2);
    await other.pass(20_000);
    expect(other.calls.map(({ texts }) => texts.length)).toEqual([2]);
    expect(await other.counts()).toEqual({ waiting: 0, vectors: 2 });
    await other.service.end();
    const again = scene({ bench: first.bench, batchMax: 1 });
    await again.service.begin();
    await again.pass(20_000);
    expect(again.calls).toHaveLength(1);
    expect((await again.counts()).vectors).toBe(2);
    expect((await again.bench.read.unembedded('compass', 10)).texts).toEqual([]);
  });
});
