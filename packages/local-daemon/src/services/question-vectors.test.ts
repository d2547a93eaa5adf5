import { setImmediate as turn } from 'node:timers/promises';
import type { Embedder, EmbedderState, EmbedFailure, Fusion, Meaning } from '@cairn/core';
import { createFakeTime } from '@cairn/core/testing';
import { err, ok } from '@cairn/schema';
import { wordVector } from '@cairn/test-support';
import { describe, expect, test } from 'vitest';
import { createQuestionVectors } from './question-vectors.ts';

const REMEMBERED_MAX = 256;
const fusion = { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0 } as const;

/** Makes the service with an embedder that takes `answerMs` to answer a question. */
const scene = (
  options: {
    readonly state?: EmbedderState;
    readonly hasVectors?: boolean;
    readonly wish?: Partial<Fusion>;
  } = {},
) => {
  const { wish = {} } = options;
  const time = createFakeTime();
  const calls: string[] = [];
  const embedder = { state: options.state ?? 'ready', answerMs: 0, failure: null as EmbedFailure | null };
  const port: Embedder = {
    ...{ model: 'compass', fusion, batchMax: 8 },
    embed: (texts) =>
      new Promise((resolve) => {
        calls.push(...texts);
        const { failure } = embedder;
        const vectors = texts.map((text) =>
          text === '?' ? new Float32Array(8) : Float32Array.from(wordVector(text, 8)),
        );
        const answer = failure === null ? ok(vectors) : err(failure);
        if (embedder.answerMs === 0) resolve(answer);
        else time.after(embedder.answerMs, () => resolve(answer));
      }),
    state: () => embedder.state,
    close: async () => undefined,
  };
  const hasVectors = () => options.hasVectors ?? true;
  const questions = createQuestionVectors({
    ...{ embedder: port, hasVectors, timers: time, fusion: wish },
    catchUp: async () => undefined,
  });
  /** Returns the answer and how many milliseconds it took. */
  const ask = async (query: string, mode?: 'hybrid' | 'text' | 'vector') => {
    const began = time.nowMs();
    let meaning: Meaning | null = null;
    const asking = questions.meaningOf({ query, mode }).then((answer) => {
      meaning = answer;
    });
    await turn();
    while (meaning === null && time.runNext()) await turn();
    await asking;
    return { meaning: meaning as Meaning | null, tookMs: time.nowMs() - began };
  };
  return { time, questions, calls, embedder, ask };
};

const told = ({ meaning }: { readonly meaning: Meaning | null }): string | null =>
  meaning?.kind === 'none' ? meaning.reason : (meaning?.kind ?? null);

describe('[F-4] the time for a question', () => {
  test('a warm embedder that is quick is waited for', async () => {
    const { ask, embedder } = scene();
    embedder.answerMs = 149;
    expect(await ask('where is the cat')).toMatchObject({
      meaning: { kind: 'vector', model: 'compass', fusion },
      tookMs: 149,
    });
  });

  test('[OP-18] what a person set goes before what the embedder says of itself', async () => {
    const { ask } = scene({ wish: { vectorWeight: 0.9 } });
    expect(await ask('where is the cat')).toMatchObject({
      meaning: { fusion: { ...fusion, vectorWeight: 0.9 } },
    });
  });

  test('one that is slow is waited for 150 ms; its answer is there for the next search', async () => {
    const { time, ask, embedder, calls } = scene();
    embedder.answerMs = 400;
    const late = await ask('where is the cat');
    expect([told(late), late.tookMs]).toEqual(['The embedder did not answer in time.', 150]);
    while (time.runNext()) await turn();
    expect(await ask('where is the cat')).toMatchObject({ meaning: { kind: 'vector' }, tookMs: 0 });
    expect(calls).toEqual(['where is the cat']);
  });

  test.each<EmbedderState>(['cold', 'failing'])(
    'one that is %s is not waited for, but asked',
    async (state) => {
      const { ask, embedder, calls } = scene({ state });
      embedder.answerMs = 400;
      const answer = await ask('where is the cat');
      expect([told(answer), answer.tookMs]).toEqual(['The embedder is starting.', 0]);
      expect(calls).toHaveLength(1);
    },
  );

  test('who asks for meaning alone waits for a cold one, for 20 s at most', async () => {
    const { ask, embedder } = scene({ state: 'cold' });
    embedder.answerMs = 3_000;
    expect(await ask('where is the cat', 'vector')).toMatchObject({
      meaning: { kind: 'vector' },
      tookMs: 3_000,
    });
    embedder.answerMs = 90_000;
    const late = await ask('where is the dog', 'vector');
    expect([told(late), late.tookMs]).toEqual(['The embedder did not answer in time.', 20_000]);
  });

  test('nobody is asked by words alone, nor while nothing is embedded', async () => {
    const words = scene();
    expect(told(await words.ask('where is the cat', 'text'))).toBeNull();
    const empty = scene({ hasVectors: false });
    expect(told(await empty.ask('where is the cat'))).toBeNull();
    expect(told(await empty.ask('where is the cat', 'vector'))).toBe('Nothing is embedded yet.');
    expect([words.calls, empty.calls]).toEqual([[], []]);
  });

  test('a failure is told, and not remembered', async () => {
    const { ask, embedder } = scene();
    embedder.failure = { message: 'It has no power.', retryable: true, retryAfterMs: null };
    expect(told(await ask('where is the cat'))).toBe('It has no power.');
    embedder.failure = null;
    expect(told(await ask('where is the cat'))).toBe('vector');
  });

  test('a question of unknown words alone is told', async () => {
    expect(told(await scene().ask('?'))).toBe('The embedder does not know any word of the question.');
  });
});

describe('[F-4] questions that were asked before', () => {
  test('several searches for the same share one call', async () => {
    const { time, questions, embedder, calls } = scene();
    embedder.answerMs = 100;
    const asked = [1, 2, 3].map(() => questions.meaningOf({ query: 'where is the cat' }));
    while (time.runNext()) await turn();
    const meanings = await Promise.all(asked);
    expect(meanings.map(({ kind }) => kind)).toEqual(['vector', 'vector', 'vector']);
    expect(calls).toHaveLength(1);
  });

  test('the 256 that were used last are remembered', async () => {
    const { ask, calls } = scene();
    for (let n = 0; n < REMEMBERED_MAX; n++) await ask(`question ${n}`);
    await ask('question 0');
    expect(calls).toHaveLength(REMEMBERED_MAX);
    await ask('one more');
    await ask('question 0');
    expect(calls).toHaveLength(REMEMBERED_MAX + 1);
    await ask('question 1');
    expect(calls.at(-1)).toBe('question 1');
  });
});
