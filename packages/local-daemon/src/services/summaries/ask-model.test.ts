/** One question to scripted models, over an engine in memory. */
import type { LanguageModel, ModelPrices } from '@cairn/core';
import { createEngineBench } from '@cairn/core/testing';
import { err, LIMITS, ok } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createModelAsker, type ModelInUse, type Question } from './ask-model.ts';

const scripted = (...replies: readonly ('down' | 'late' | 'fine')[]): LanguageModel => {
  const left = [...replies];
  return {
    async ask() {
      const reply = left.length > 1 ? left.shift() : left[0];
      if (reply === 'fine') return ok({ text: 'fine', promptTokens: 100, completionTokens: 20 });
      const kind = reply === 'late' ? 'timeout' : 'unreachable';
      return err({ kind, message: `it is ${reply}`, status: null, retryAfterMs: null });
    },
  };
};

const using = (
  model: LanguageModel,
  models: readonly string[] = ['small'],
  prices: ModelPrices | null = null,
): ModelInUse => ({ model, settings: { models, tokensPerDay: 50_000, prices } });

const scene = (first: ModelInUse | null) => {
  const { read, write, clock, time } = createEngineBench();
  let inUse = first;
  const asker = createModelAsker({ inUse: () => inUse, engine: () => ({ ...read, ...write }), clock });
  const use = (next: ModelInUse | null): void => {
    inUse = next;
  };
  return { asker, use, time };
};

const QUESTION: Question<string> = {
  purpose: 'test',
  messages: [{ role: 'user', content: 'hello' }],
  format: { answer: { name: 'a', schema: {} }, answerTokensMax: 10 },
  read: (text) => ok(text),
};

describe('[SU-7] what an answer costs', () => {
  const prices = { currency: 'EUR', usual: { in: 2, out: 10 }, byModel: {} };

  test('its tokens at the prices that are set, and what a model before it took without an answer', async () => {
    const { asker } = scene(using(scripted('late', 'fine'), ['small', 'large'], prices));
    const answer = await asker.ask(QUESTION);
    const tokens = answer.ok ? answer.value.tokens : 0;
    expect(tokens).toBeGreaterThan(120);
    expect(answer).toMatchObject({
      value: { model: 'large', cost: { amount: 2 * (tokens - 20) + 10 * 20, currency: 'EUR' } },
    });
    expect(asker.prices()).toEqual(prices);
  });

  test('nothing is known without a price', async () => {
    const { asker } = scene(using(scripted('fine')));
    expect(await asker.ask(QUESTION)).toMatchObject({ value: { tokens: 120, cost: null } });
    expect(asker.prices()).toBeNull();
  });
});

describe('[SU-6] another model', () => {
  test('is asked at once, whatever the one before did', async () => {
    const { asker, use } = scene(using(scripted('down')));
    expect(await asker.ask(QUESTION)).toEqual({ ok: false, error: 'failed' });
    expect(await asker.ask(QUESTION)).toEqual({ ok: false, error: 'resting' });
    use(using(scripted('fine'), ['other']));
    expect(asker.restsUntilMs()).toBeNull();
    expect(asker.state()).toEqual({ models: ['other'], state: 'ready', lastError: null });
    expect(await asker.ask(QUESTION)).toMatchObject({ value: { model: 'other' } });
  });

  test('is not blamed for what the one before still answers', async () => {
    let fail = (): void => undefined;
    const slow: LanguageModel = {
      ask: () =>
        new Promise((resolve) => {
          fail = () =>
            resolve(err({ kind: 'unreachable', message: 'gone', status: null, retryAfterMs: null }));
        }),
    };
    const { asker, use } = scene(using(slow));
    const asked = asker.ask(QUESTION);
    await new Promise((resolve) => setImmediate(resolve));
    use(using(scripted('fine'), ['other']));
    expect(asker.state()).toMatchObject({ state: 'ready' });
    fail();
    expect(await asked).toEqual({ ok: false, error: 'failed' });
    expect(asker.state()).toEqual({ models: ['other'], state: 'ready', lastError: null });
  });

  test('or none at all', async () => {
    const { asker, use } = scene(using(scripted('fine')));
    use(null);
    expect(await asker.ask(QUESTION)).toEqual({ ok: false, error: 'off' });
    expect([asker.state(), asker.tokensPerDay(), asker.prices()]).toEqual([null, 0, null]);
  });
});

describe('[SU-6] the cap of a day', () => {
  /** Makes a model that answers on demand and uses nearly all of its tokens. */
  const held = () => {
    const waits: (() => void)[] = [];
    const model: LanguageModel = {
      ask: () =>
        new Promise((resolve) => {
          waits.push(() => resolve(ok({ text: 'fine', promptTokens: 40, completionTokens: 20 })));
        }),
    };
    return { model, waits };
  };
  const long = { ...QUESTION, format: { ...QUESTION.format, answerTokensMax: 60 } };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const capped = (model: LanguageModel, tokensPerDay: number): ModelInUse => ({
    model,
    settings: { models: ['small'], tokensPerDay, prices: null },
  });

  test('holds for calls that go out side by side: what does not fit beside them waits', async () => {
    const { model, waits } = held();
    const { asker } = scene(capped(model, 150));
    const asked = [asker.ask(long), asker.ask(long), asker.ask(long)];
    await settle();
    // Each needs 60 tokens and a few for the question, so a third one would exceed the cap.
    expect(waits).toHaveLength(2);
    for (const answer of waits.splice(0)) answer();
    const answers = await Promise.all(asked.slice(0, 2));
    expect(answers.map(({ ok: isOk }) => isOk)).toEqual([true, true]);
    // 120 tokens are spent, so the question does not fit, and no pending call could free tokens.
    expect(await asked[2]).toEqual({ ok: false, error: 'capped' });
    expect(asker.state()).toMatchObject({ state: 'capped' });
  });

  test('one that waited is asked when there is room after all, also beside one that failed', async () => {
    const { waits, model } = held();
    let isFirst = true;
    const { asker } = scene(
      capped(
        {
          ask: (call) => {
            if (!isFirst) return model.ask(call);
            isFirst = false;
            return Promise.reject(new Error('a bug'));
          },
        },
        130,
      ),
    );
    const failed = asker.ask(long).catch(() => 'thrown');
    const second = asker.ask(long);
    const third = asker.ask(long);
    expect(await failed).toBe('thrown');
    await settle();
    expect(waits).toHaveLength(2);
    for (const answer of waits) answer();
    expect(await Promise.all([second, third])).toMatchObject([{ ok: true }, { ok: true }]);
  });
});

describe('[SU-8] several endpoints', () => {
  const at = (model: LanguageModel, name: string, tokensPerDay = 50_000) => ({
    ...{ model, settings: { models: [name], tokensPerDay } },
  });

  test('the next is asked when the first is down, which is not asked again until its rest is over', async () => {
    let asked = 0;
    const down: LanguageModel = {
      async ask() {
        asked++;
        return err({ kind: 'unreachable', message: 'it is down', status: null, retryAfterMs: null });
      },
    };
    const { asker } = scene({ ...at(down, 'own'), others: [at(scripted('fine'), 'cloud')] });
    for (let n = 0; n < 3; n++)
      expect(await asker.ask(QUESTION)).toMatchObject({ value: { model: 'cloud' } });
    expect(asked).toBe(1);
    expect(asker.state()).toMatchObject({
      ...{ models: ['own', 'cloud'], state: 'ready', lastError: { message: 'it is down' } },
    });
    expect(asker.restsUntilMs()).toBeNull();
    expect(asker.tokensPerDay()).toBe(100_000);
  });

  test('the next is asked when the tokens of the first are spent, and each has its own', async () => {
    const { asker } = scene({
      ...at(scripted('fine'), 'own', 200),
      others: [at(scripted('fine'), 'cloud', 150)],
    });
    const answers = [await asker.ask(QUESTION), await asker.ask(QUESTION), await asker.ask(QUESTION)];
    expect(answers.map((one) => (one.ok ? one.value.model : one.error))).toEqual([
      ...['own', 'own', 'cloud'],
    ]);
    expect(await asker.ask(QUESTION)).toMatchObject({ value: { model: 'cloud' } });
    expect(await asker.ask(QUESTION)).toEqual({ ok: false, error: 'capped' });
    expect(asker.state()).toMatchObject({ state: 'capped' });
  });

  test('what all of them fail at is asked again when the first rest is over', async () => {
    const { asker } = scene({ ...at(scripted('down'), 'own'), others: [at(scripted('down'), 'cloud')] });
    expect(await asker.ask(QUESTION)).toEqual({ ok: false, error: 'failed' });
    expect(await asker.ask(QUESTION)).toEqual({ ok: false, error: 'resting' });
    expect(asker.restsUntilMs()).toBeGreaterThan(0);
  });

  test('what failed under a clock that was ahead rests no longer than a failure does', async () => {
    const { asker, time } = scene(using(scripted('down')));
    const nowMs = time.nowMs();
    time.skip(30 * 86_400_000);
    expect(await asker.ask(QUESTION)).toEqual({ ok: false, error: 'failed' });
    time.skip(-30 * 86_400_000);
    expect(asker.restsUntilMs()).toBe(nowMs + LIMITS.modelRetryMsMin);
  });
});
