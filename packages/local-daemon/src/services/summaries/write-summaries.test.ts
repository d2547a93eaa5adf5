import { createReadEngine, createWriteEngine } from '@cairn/core';
import {
  createFakeTime,
  createMemoryStore,
  createPlainSealer,
  createSeededRandom,
} from '@cairn/core/testing';
import { err, HOUR_MS, LIMITS, ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { ModelAsker, NoAnswer, Question } from './ask-model.ts';
import { createSummaryWriter } from './write-summaries.ts';

const scene = () => {
  const time = createFakeTime();
  const { writer: store, reader } = createMemoryStore();
  const makeSealer = async () => createPlainSealer({ kg: 0, keys: [] });
  const engine = {
    ...createWriteEngine({ store, clock: time, random: createSeededRandom(7), makeSealer }),
    ...createReadEngine({ store: reader, clock: time }),
  };
  const model: { answer: string | NoAnswer; calls: number } = { answer: 'capped', calls: 0 };
  const ask = async <T>({ read }: Question<T>) => {
    model.calls++;
    const { answer } = model;
    if (answer === 'off' || answer === 'resting' || answer === 'capped' || answer === 'failed')
      return err(answer);
    const value = read(answer);
    return value.ok
      ? ok({ value: value.value, model: 'small', tokens: 1, cost: null })
      : err('failed' as const);
  };
  const state = () => ({ models: ['small'], state: 'ready', lastError: null });
  const asker: ModelAsker = Object.assign(Object.create(null), { ask, state });
  let ids = 0;
  const writer = createSummaryWriter({
    ...{ engine: () => engine, asker, clock: time, newId: () => `s${ids++}` },
    answerTokensMax: LIMITS.summaryAnswerTokensMax,
  });
  const save = async (content: string, project: string | null): Promise<void> => {
    await engine.identity({ name: 'desk' });
    expect(await engine.remember({ content, project, source: 'user' })).toMatchObject({ ok: true });
    await writer.summarise('asked', null);
  };
  return { time, model, writer, save };
};

test.each(['capped', 'resting'] as const)(
  '[SU-3] merging waits a day for a model that is %s, and then does it without the model',
  async (answer) => {
    const { time, model, writer, save } = scene();
    for (const text of ['The shop runs in Frankfurt.', 'Ada leads the shop.']) await save(text, 'shop');
    model.answer = answer;
    const mergeAfter = async (ms: number): Promise<number> => {
      time.skip(ms);
      return writer.compact('daily', null);
    };
    expect(await mergeAfter(LIMITS.compactAfterMs)).toBe(0);
    for (let hour = 1; hour < 24; hour++) expect(await mergeAfter(HOUR_MS)).toBe(0);
    expect([await mergeAfter(HOUR_MS), await mergeAfter(HOUR_MS), await mergeAfter(HOUR_MS)]).toEqual([
      0, 0, 1,
    ]);
  },
);

test('[SU-5] the model words the narrative again after the clock was set back', async () => {
  const { time, model, writer, save } = scene();
  model.answer = JSON.stringify({ sentences: [{ text: 'The user prefers pnpm.', from: [1] }] });
  await save('The user prefers pnpm.', null);
  await writer.narrate();
  await writer.reword(null);
  await save('The user has a cat.', null);
  await writer.narrate();
  const { calls } = model;
  await writer.narrate();
  expect(model.calls).toBe(calls);
  time.skip(-30 * 24 * HOUR_MS);
  await save('The user has a dog.', null);
  await writer.narrate();
  expect(model.calls).toBe(calls + 1);
});
