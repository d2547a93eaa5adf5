import { LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { parseLlmConfig } from './model-config.ts';

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
  expect(parseLlmConfig(FILE, {})).toEqual({ ok: true, value: FILE });
  expect(parseLlmConfig(FILE, { CAIRN_LLM_API_KEY: 'other', CAIRN_LLM_TOKENS_PER_DAY: '7' })).toEqual({
    ok: true,
    value: { ...FILE, apiKey: 'other', tokensPerDay: 7 },
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
    },
  });
});

test.each([
  ['an address that is none', { CAIRN_LLM_BASE_URL: 'localhost:11434', CAIRN_LLM_MODEL: 'a' }],
  ['another protocol', { CAIRN_LLM_BASE_URL: 'file:///etc/passwd', CAIRN_LLM_MODEL: 'a' }],
  ['no name', URL_SET],
  ['a name of nothing', { ...URL_SET, CAIRN_LLM_MODEL: ' , ' }],
  ['a cap that is no number', { ...URL_SET, CAIRN_LLM_MODEL: 'a', CAIRN_LLM_TOKENS_PER_DAY: 'lots' }],
])('%s is refused with a sentence', (_, env) => {
  const parsed = parseLlmConfig(undefined, env);
  expect(parsed.ok ? '' : parsed.error.message).toMatch(/CAIRN_LLM_|address/);
});
