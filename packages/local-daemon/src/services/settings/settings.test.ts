/** Settings over a file in memory: which are shown, which may be changed, and by which asker. */
import type { LanguageModel } from '@cairn/core';
import { createEngineBench } from '@cairn/core/testing';
import { err, LIMITS, ok, type SettingsPatch } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../config.ts';
import type { LlmConfig } from '../../model-config.ts';
import { createEventBus } from '../events.ts';
import { createModelAsker, type ModelInUse } from '../summaries/ask-model.ts';
import { createSettings } from './settings.ts';

const KEY = 'sk-very-secret';
const REMOTE = { llm: { baseUrl: 'https://models.example/v1', models: ['large'], apiKey: KEY } };
const LOCAL: SettingsPatch = { model: { baseUrl: 'http://127.0.0.1:11434/v1', models: ['small'] } };

interface Options {
  readonly file?: object | string | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly reply?: string | null;
}

const scene = ({ file = null, env = {}, reply = '{"word":"ready"}' }: Options = {}) => {
  const { read, write, clock } = createEngineBench();
  let text = typeof file === 'string' || file === null ? file : JSON.stringify(file);
  const parse = (of: string | null) => parseConfig({ file: of, path: 'config.json', env, hostName: 'desk' });
  const first = parse(text);
  if (!first.ok) throw new Error(first.error.message);
  const model: LanguageModel = {
    ask: async () =>
      reply === null
        ? err({ kind: 'unreachable', message: 'it is down', status: null, retryAfterMs: null })
        : ok({ text: reply, promptTokens: 9, completionTokens: 3 }),
  };
  const inUseOf = (llm: LlmConfig | null): ModelInUse | null =>
    llm === null ? null : { settings: llm, model };
  let inUse = inUseOf(first.value.llm);
  const live = { config: first.value };
  const events = createEventBus();
  const heard: string[] = [];
  events.subscribe(({ kind }) => void heard.push(kind));
  const settings = createSettings({
    ...{ live, env, parse, events },
    file: {
      path: 'config.json',
      read: () => text,
      write: (next) => {
        text = next;
      },
    },
    useModel: (llm) => {
      inUse = inUseOf(llm);
    },
    asker: createModelAsker({ inUse: () => inUse, engine: () => ({ ...read, ...write }), clock }),
    embedderStatus: async () => null,
    vectors: async () => 7,
    agents: () => [],
    steadyMs: clock.nowMs,
  });
  const change = async (patch: SettingsPatch, by: 'owner' | 'page' = 'owner') => {
    const changed = await settings.change(patch, by);
    return changed.ok ? changed.value : changed.error.message;
  };
  const saved = (): { llm?: Record<string, unknown>; [name: string]: unknown } => JSON.parse(text ?? '{}');
  return { settings, change, saved, heard, live, read, setText: (next: string) => (text = next) };
};

describe('[OP-11] what is shown', () => {
  test('has no secret, wherever it was written', async () => {
    const file = {
      llm: { ...REMOTE.llm, baseUrl: 'https://anna:hunter2@models.example/v1?api-key=hunter3' },
      embeddings: { baseUrl: `https://x:${KEY}@embed.example/v1/`, model: 'e', apiKey: KEY },
    };
    const shown = await scene({ file }).settings.read();
    expect(shown).toMatchObject({
      model: { baseUrl: 'https://models.example/v1', models: ['large'], key: 'config', price: null },
      embedder: { kind: 'endpoint', baseUrl: 'https://embed.example/v1', key: 'config', vectors: 7 },
    });
    expect(JSON.stringify(shown)).not.toMatch(/hunter|secret|anna/);
    const env = { CAIRN_LLM_API_KEY: KEY };
    const { model } = await scene({
      file: { llm: { ...REMOTE.llm, apiKey: undefined } },
      env,
    }).settings.read();
    expect(model?.key).toBe('environment');
    expect((await scene().settings.read()).model).toBeNull();
  });
});

describe('[OP-11] the model', () => {
  test('is chosen, priced and taken away while the daemon runs; all else in the file stays', async () => {
    const world = scene({ file: { deviceName: 'laptop', other: [1], ...REMOTE } });
    const price = { in: 0.1, out: 0.4 };
    const shown = await world.change({
      model: {
        ...LOCAL.model,
        ...{ baseUrl: 'http://a/v1', models: ['m', 'n'], price, currency: '€', tokensPerDay: 9 },
      },
    });
    expect(shown).toMatchObject({
      model: {
        baseUrl: 'http://a/v1',
        models: ['m', 'n'],
        tokensPerDay: 9,
        price,
        currency: '€',
        key: 'none',
      },
    });
    expect(world.live.config.llm).toMatchObject({ baseUrl: 'http://a/v1', tokensPerDay: 9 });
    expect(world.saved()).toMatchObject({ deviceName: 'laptop', other: [1] });
    const named = { baseUrl: 'http://a/v1', models: ['m', 'n'] };
    expect(await world.change({ model: { ...named, currency: null } })).toMatchObject({
      model: { price, currency: 'USD' },
    });
    expect(await world.change({ model: null })).toMatchObject({ model: null });
    expect(world.saved()).toEqual({ deviceName: 'laptop', other: [1] });
    expect(world.heard).toEqual(['settings', 'settings', 'settings']);
  });

  test('keeps its key as long as its address, however that is spelled; null takes the key away', async () => {
    const world = scene({ file: { llm: { ...REMOTE.llm, baseUrl: 'https://models.example/v1/?tenant=4' } } });
    await world.change({ model: { baseUrl: 'https://models.example/v1', models: ['other'] } });
    expect(world.saved().llm).toEqual({
      ...{ baseUrl: 'https://models.example/v1/?tenant=4', models: ['other'], apiKey: KEY },
    });
    await world.change({ model: { baseUrl: 'https://models.example/v1/', models: ['other'], apiKey: null } });
    expect(world.saved().llm?.apiKey).toBeUndefined();
    await world.change({ model: { baseUrl: 'https://models.example/v1', models: ['other'], apiKey: 'new' } });
    await world.change({ model: { baseUrl: 'https://elsewhere.example/v1', models: ['other'] } });
    expect(world.saved().llm?.apiKey).toBeUndefined();
  });

  test('that the environment names is not changed behind it, nor sent its key elsewhere', async () => {
    const world = scene({ file: REMOTE, env: { CAIRN_LLM_API_KEY: KEY } });
    expect((await world.settings.read()).modelFixedBy).toEqual(['CAIRN_LLM_API_KEY']);
    expect(await world.change(LOCAL)).toMatch(/^CAIRN_LLM_API_KEY in the environment.*overrides/);
    expect(await world.change({ model: null })).toMatch(/environment/);
    expect(world.saved()).toEqual(REMOTE);
    expect(await world.change({ aliases: { a: 'b' } })).toMatchObject({ aliases: { a: 'b' } });
  });

  test('[PG-22] that a hand wrote into the file is said, and not shown as in use until it is', async () => {
    const world = scene({ file: REMOTE });
    expect((await world.settings.read()).unused).toEqual([]);
    world.setText(JSON.stringify({ llm: { ...REMOTE.llm, models: ['huge'] }, embeddings: { off: true } }));
    const shown = await world.change({ aliases: { shop: 'github.com/o/shop' } });
    expect(shown).toMatchObject({ model: { models: ['large'] }, unused: ['model', 'embedder'] });
    expect(world.live.config.llm?.models).toEqual(['large']);
    expect(world.saved().llm).toMatchObject({ models: ['huge'] });
    const chosen = await world.change({ model: { baseUrl: REMOTE.llm.baseUrl, models: ['huge'] } });
    expect(chosen).toMatchObject({ model: { models: ['huge'] }, unused: ['embedder'] });
    world.setText('{"llm":');
    expect((await world.settings.read()).unused).toEqual([]);
  });

  test('is refused with a sentence when it cannot be, and nothing is written', async () => {
    const world = scene({ file: REMOTE });
    expect(await world.change({ model: { baseUrl: 'localhost:1', models: ['m'] } })).toMatch(/address/);
    expect(await world.change({ model: { baseUrl: 'file:///etc', models: ['m'] } })).toMatch(/address/);
    expect(world.saved()).toEqual(REMOTE);
    world.setText('{"llm":');
    expect(await world.change(LOCAL)).toMatch(/not a valid settings file/);
    expect(world.heard).toEqual([]);
  });

  test('[PG-21] a page may choose what is on this machine or set already, and nothing else', async () => {
    const world = scene({ file: REMOTE });
    const page = (baseUrl: string, more: object = {}) =>
      world.change({ model: { baseUrl, models: ['m'], ...more } }, 'page');
    for (const url of [
      'https://evil.example/v1',
      'https://models.example.evil.example/v1',
      'https://models.example/v2',
      'http://models.example/v1',
      'http://127.0.0.1.evil.example/v1',
      'http://localhost.evil.example/v1',
      'http://x@evil.example:80/v1',
      'http://evil.localhost/v1',
    ])
      expect(await page(url), url).toMatch(/in a terminal/);
    expect(world.saved()).toEqual(REMOTE);
    for (const url of ['http://localhost:1/v1', 'http://127.0.0.1:2/v1', 'http://[::1]:3/v1'])
      expect(await page(url), url).toMatchObject({ model: { baseUrl: url, key: 'none' } });
    const same = scene({ file: REMOTE });
    const model = { baseUrl: 'https://models.example/v1', models: ['m'] };
    expect(await same.change({ model }, 'page')).toMatchObject({ model: { ...model, key: 'config' } });
    expect(await same.change({ model: null }, 'page')).toMatchObject({ model: null });
  });
});

describe('[OP-11] other names of projects', () => {
  test('come, change and go, from then on', async () => {
    const world = scene({ file: { projects: { old: 'github.com/o/r' } } });
    const shown = await world.change({ aliases: { shop: 'github.com/o/shop', old: null } });
    expect(shown).toMatchObject({ aliases: { shop: 'github.com/o/shop' } });
    expect(world.live.config.projects).toEqual({ shop: 'github.com/o/shop' });
    await world.change({ aliases: { shop: null } });
    expect(world.saved()).toEqual({});
  });

  test('form no chains, which would lead to different projects on different ways', async () => {
    const { change } = scene({ file: { projects: { a: 'b' } } });
    expect(await change({ aliases: { c: 'c' } })).toMatch(/already/);
    expect(await change({ aliases: { c: 'a' } })).toMatch(/"a" is itself another name, of "b"/);
    expect(await change({ aliases: { b: 'c' } })).toMatch(/"a" is another name of "b"/);
    expect(await change({ aliases: { b: 'c', a: null } })).toMatchObject({ aliases: { b: 'c' } });
    const many = Object.fromEntries(
      Array.from({ length: LIMITS.projectAliasesMax }, (_, n) => [`n${n}`, 'x']),
    );
    const full = scene({ file: { projects: many } });
    expect(await full.change({ aliases: { more: 'x' } })).toMatch(/at most 1000/);
    expect(await full.change({ aliases: { n0: 'y' } })).toMatchObject({ aliases: { n0: 'y' } });
  });
});

describe('[OP-11] asking the model for a word', () => {
  test('says what it answered, by which model and for how many tokens, and it is in the ledger', async () => {
    const { settings, read } = scene({ file: REMOTE });
    expect(await settings.testModel()).toMatchObject({
      ...{ ok: true, model: 'large', answer: 'ready', tokens: 12, problem: null },
    });
    expect(await read.modelCalls(1)).toMatchObject([{ purpose: 'test', outcome: 'ok' }]);
    expect(await scene({ file: REMOTE, reply: ' Ready!\n' }).settings.testModel()).toMatchObject({
      answer: 'Ready!',
    });
  });

  test('says why there is no answer, again as often as one asks', async () => {
    const { settings } = scene({ file: REMOTE, reply: null });
    for (let n = 0; n < 2; n++)
      expect(await settings.testModel()).toMatchObject({ ok: false, problem: 'it is down', tokens: 0 });
    expect(await scene().settings.testModel()).toMatchObject({
      ok: false,
      problem: 'No model is configured.',
    });
    const capped = scene({ file: { llm: { ...REMOTE.llm, tokensPerDay: 5 } } });
    expect(await capped.settings.testModel()).toMatchObject({
      ok: false,
      problem: expect.stringContaining('tokens are used up'),
    });
  });
});
