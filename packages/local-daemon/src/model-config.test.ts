import { LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { llmFile, parseLlmConfig } from './model-config.ts';

const URL_SET = { CAIRN_LLM_BASE_URL: 'http://127.0.0.1:11434/v1/' };
const FILE = { baseUrl: 'https://models.example/v1', apiKey: 'k', models: ['a', 'b'], tokensPerDay: 5 };

test('[SU-6] nothing set: no model', () => {
  expect(parseLlmConfig(undefined, {})).toEqual({ ok: true, value: null });
  expect(parseLlmConfig({}, { CAIRN_LLM_BASE_URL: ' ', CAIRN_LLM_API_KEY: 'k' })).toEqual({
    ok: true,
    value: null,
  });
});

test('the environment goes before the file, name by name', () => {
  expect(parseLlmConfig(FILE, {})).toEqual({ ok: true, value: { ...FILE, prices: null } });
  expect(parseLlmConfig(FILE, { CAIRN_LLM_API_KEY: 'other', CAIRN_LLM_TOKENS_PER_DAY: '7' })).toEqual({
    ok: true,
    value: { ...FILE, apiKey: 'other', tokensPerDay: 7, prices: null },
  });
});

test('several models are named with commas between; the address loses its last slash', () => {
  expect(parseLlmConfig(undefined, { ...URL_SET, CAIRN_LLM_MODEL: 'small, large,' })).toEqual({
    ok: true,
    value: {
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: null,
      models: ['small', 'large'],
      tokensPerDay: LIMITS.modelTokensPerDay,
      prices: null,
    },
  });
});

test.each([
  ['an address that is none', { CAIRN_LLM_BASE_URL: 'localhost:11434', CAIRN_LLM_MODEL: 'a' }],
  ['another protocol', { CAIRN_LLM_BASE_URL: 'file:///etc/passwd', CAIRN_LLM_MODEL: 'a' }],
  ['no name', URL_SET],
  ['a name of nothing', { ...URL_SET, CAIRN_LLM_MODEL: ' , ' }],
  ['a price of one number', { ...URL_SET, CAIRN_LLM_MODEL: 'a', CAIRN_LLM_PRICE: '0.15' }],
  ['a price below nothing', { ...URL_SET, CAIRN_LLM_MODEL: 'a', CAIRN_LLM_PRICE: '-1 2' }],
  ['a cap that is no number', { ...URL_SET, CAIRN_LLM_MODEL: 'a', CAIRN_LLM_TOKENS_PER_DAY: 'lots' }],
])('%s is refused with a sentence', (_, env) => {
  const parsed = parseLlmConfig(undefined, env);
  expect(parsed.ok ? '' : parsed.error.message).toMatch(/CAIRN_LLM_|address/);
});

test('[SU-7] what a million tokens cost, of all models and of one by its name', () => {
  const pricesOf = (file: object, env: Record<string, string> = {}) => {
    const parsed = parseLlmConfig({ ...FILE, ...file }, env);
    return parsed.ok ? parsed.value?.prices : parsed.error.message;
  };
  const usual = { in: 0.15, out: 0.6 };
  expect(pricesOf({ price: usual })).toEqual({ currency: 'USD', usual, byModel: {} });
  expect(pricesOf({ prices: { b: usual }, currency: '€' })).toEqual({
    ...{ currency: '€', usual: null, byModel: { b: usual } },
  });
  expect(pricesOf({ price: { in: 9, out: 9 }, currency: '€' }, { CAIRN_LLM_PRICE: '0.15 0.6' })).toEqual({
    ...{ currency: '€', usual, byModel: {} },
  });
  expect(pricesOf({}, { CAIRN_LLM_PRICE: '0.15 0.6 EUR' })).toEqual({ currency: 'EUR', usual, byModel: {} });
});

describe('[SU-8] several endpoints', () => {
  const LOCAL = { baseUrl: 'http://127.0.0.1:11434/v1', models: ['small'] };
  const CLOUD = { baseUrl: 'https://models.example/v1', models: ['large'], apiKey: 'k', tokensPerDay: 9 };
  const parsed = (...all: Readonly<Record<string, unknown>>[]) => {
    const config = parseLlmConfig(all, {});
    return config.ok ? config.value : config.error.message;
  };

  test('have each their key, cap and price', () => {
    const price = { in: 1, out: 2 };
    expect(parsed({ ...LOCAL, price: { in: 0, out: 0 } }, { ...CLOUD, price })).toEqual({
      ...{ ...LOCAL, apiKey: null, tokensPerDay: LIMITS.modelTokensPerDay, others: [CLOUD] },
      prices: { currency: 'USD', usual: { in: 0, out: 0 }, byModel: { large: price } },
    });
  });

  test('with models of one name are told apart in the ledger', () => {
    expect(parsed(LOCAL, { ...CLOUD, models: ['small'], price: { in: 1, out: 2 } })).toMatchObject({
      others: [{ models: ['small'], suffix: '@models.example' }],
      prices: { usual: null, byModel: { 'small@models.example': { in: 1, out: 2 } } },
    });
  });

  test('a later one without a price has none, and two of one host are told apart', () => {
    const price = { in: 0, out: 0 };
    const [second, third] = [
      { ...CLOUD, models: ['small'] },
      { ...CLOUD, models: ['small'], apiKey: 'other' },
    ];
    expect(parsed({ ...LOCAL, price }, second, third)).toMatchObject({
      others: [{ suffix: '@models.example' }, { suffix: '@models.example#2' }],
      prices: { usual: price, byModel: {}, unknown: ['small@models.example', 'small@models.example#2'] },
    });
  });

  test('are refused with a sentence when one has no address or name, or another currency', () => {
    expect(parsed(LOCAL, { models: ['a'] })).toMatch(/address is ""/);
    expect(parsed(LOCAL, { baseUrl: 'http://a/v1' })).toMatch(/no name/);
    const price = { in: 1, out: 2 };
    expect(parsed({ ...LOCAL, price, currency: '€' }, { ...CLOUD, price, currency: 'USD' })).toMatch(
      /priced in € and USD/,
    );
  });

  test('are eight at most', () => {
    const many = (count: number) => llmFile.safeParse(Array.from({ length: count }, () => LOCAL)).success;
    expect([many(LIMITS.modelEndpointsMax), many(LIMITS.modelEndpointsMax + 1)]).toEqual([true, false]);
  });
});
