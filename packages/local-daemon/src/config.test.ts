import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { withEnvFiles } from './adapters/config-reader.ts';
import { DEFAULT_PORT, parseConfig } from './config.ts';
import { EMBED_NAMES } from './config-embed.ts';

const parse = (file: string | null, env: Record<string, string> = {}) =>
  parseConfig({ file, path: '/cfg/config.json', env, hostName: 'laptop' });

test('nothing set: the defaults', () => {
  expect(parse(null)).toEqual({
    ok: true,
    value: {
      deviceName: 'laptop',
      projects: {},
      embed: { kind: 'local' },
      port: DEFAULT_PORT,
      isPortFixed: false,
      llm: null,
      store: null,
      isExtracting: true,
      backups: true,
      notifyCommand: null,
      summaryTokens: LIMITS.summaryAnswerTokensMax,
      tuning: {},
      fusion: {},
    },
  });
});

test('[SC-3] a command for notifications is a path, or a JSON array with its arguments', () => {
  const command = (spelled: string) => parse(null, { CAIRN_NOTIFY_COMMAND: spelled });
  expect(command(' /bin/tell me ')).toMatchObject({ value: { notifyCommand: ['/bin/tell me'] } });
  expect(command('["/bin/tell","me"]')).toMatchObject({ value: { notifyCommand: ['/bin/tell', 'me'] } });
  expect(command('["/bin/tell"')).toMatchObject({
    error: { message: expect.stringContaining('neither a program') },
  });
  expect(command('[]')).toMatchObject({ ok: false });
  expect(parse('{"notifyCommand":["/bin/tell"]}')).toMatchObject({ value: { notifyCommand: ['/bin/tell'] } });
});

test('[ST-2] copies are made unless they are switched off', () => {
  expect(parse(null, { CAIRN_BACKUPS: 'off' })).toMatchObject({ value: { backups: false } });
  expect(parse('{"backups":false}')).toMatchObject({ value: { backups: false } });
  expect(parse('{"backups":false}', { CAIRN_BACKUPS: 'on' })).toMatchObject({ value: { backups: true } });
  expect(parse(null, { CAIRN_BACKUPS: 'no' })).toMatchObject({ ok: false });
});

test('a port that is named is the only one that will do; 0 is any', () => {
  expect(parse(null, { CAIRN_PORT: '5000' })).toMatchObject({ value: { port: 5_000, isPortFixed: true } });
  expect(parse(null, { CAIRN_PORT: '0' })).toMatchObject({ value: { port: 0, isPortFixed: false } });
  expect(parse(null, { CAIRN_PORT: '65535' })).toMatchObject({ ok: true });
});

test('[X-1] extraction is on unless it is switched off', () => {
  expect(parse(null, { CAIRN_EXTRACT: 'off' })).toMatchObject({ value: { isExtracting: false } });
  expect(parse('{"extract": "off"}')).toMatchObject({ value: { isExtracting: false } });
  expect(parse('{"extract": "off"}', { CAIRN_EXTRACT: 'on' })).toMatchObject({
    value: { isExtracting: true },
  });
  const parsed = parse(null, { CAIRN_EXTRACT: 'maybe' });
  expect(parsed.ok ? '' : parsed.error.message).toBe('CAIRN_EXTRACT is "maybe"; it must be on or off.');
});

test.each(['65536', '-1', 'http', '80 80', '1e3'])('CAIRN_PORT=%s is refused', (port) => {
  const parsed = parse(null, { CAIRN_PORT: port });
  expect(parsed.ok ? '' : parsed.error.message).toContain(`CAIRN_PORT is "${port}"`);
});

test('[M-8] aliases and a name by hand; what is unknown is left alone', () => {
  const file = JSON.stringify({ deviceName: 'desk', projects: { a: 'b' }, later: true });
  expect(parse(file)).toMatchObject({ value: { deviceName: 'desk', projects: { a: 'b' } } });
});

test.each(['{', '[]', '{"deviceName": 1}', '{"projects": {"a": 2}}'])('%s is not a configuration', (file) => {
  const parsed = parse(file);
  expect(parsed.ok ? '' : parsed.error.message).toMatch(/^\/cfg\/config.json cannot be read: .+ Fix it/);
});

test.each(['null', '[]', '"x"'])('the message about %s names no field', (file) => {
  const parsed = parse(file);
  expect(parsed.ok ? '' : parsed.error.message).toContain('cannot be read: Invalid input: expected object');
});

describe('[F-3] what embeds', () => {
  const embed = (env: Record<string, string>, file: string | null = null) => {
    const parsed = parse(file, env);
    return parsed.ok ? parsed.value.embed : parsed.error.message;
  };
  const endpoint = { CAIRN_EMBED_BASE_URL: 'http://127.0.0.1:11434/v1', CAIRN_EMBED_MODEL: 'nomic' };

  test('is the local embedder, an endpoint with its key, or nothing', () => {
    expect(embed({})).toEqual({ kind: 'local' });
    expect(embed({ CAIRN_EMBED: 'use-lite', ...endpoint })).toEqual({ kind: 'local' });
    expect(embed({ CAIRN_EMBED: 'off', ...endpoint })).toEqual({ kind: 'off' });
    expect(embed({ ...endpoint, CAIRN_EMBED_API_KEY: 'sk-1' })).toMatchObject({
      ...{ kind: 'endpoint', baseUrl: 'http://127.0.0.1:11434/v1', apiKey: 'sk-1', model: 'nomic' },
      fusion: { rule: 'cosine', vectorWeight: 0.5 },
    });
  });

  test('may stand in the file, where the environment comes first', () => {
    const file = JSON.stringify({
      embeddings: {
        baseUrl: 'https://a.example/v1',
        model: 'm',
        fusion: 'min_max',
        vectorWeight: 0.7,
        cosineMin: 0,
      },
    });
    expect(embed({}, file)).toEqual({
      ...{ kind: 'endpoint', baseUrl: 'https://a.example/v1', apiKey: null, model: 'm' },
      dimensions: null,
      others: [],
      fusion: { rule: 'min_max', vectorWeight: 0.7, cosineMin: 0 },
    });
    expect(embed({ CAIRN_EMBED_MODEL: 'other' }, file)).toMatchObject({ model: 'other' });
    expect(embed({}, JSON.stringify({ embeddings: { off: true } }))).toEqual({ kind: 'off' });
    expect(embed({ CAIRN_EMBED: 'on' }, JSON.stringify({ embeddings: { off: true } }))).toEqual({
      kind: 'local',
    });
  });

  test('[F-30] one that was added is used by its name, before an endpoint of the file and after one of the environment', () => {
    const at = (use: string, more = {}) =>
      JSON.stringify({ embeddings: { baseUrl: 'https://a.example/v1', model: 'm', use, ...more } });
    expect(embed({}, at('e5', { vectorWeight: 0.7 }))).toEqual({
      ...{ kind: 'added', name: 'e5', fusion: { rule: 'cosine', vectorWeight: 0.7, cosineMin: 0.25 } },
    });
    expect(embed({}, at('built-in'))).toEqual({ kind: 'local' });
    expect(embed({}, at('endpoint'))).toMatchObject({ kind: 'endpoint' });
    expect(embed(endpoint, at('e5'))).toMatchObject({ kind: 'endpoint' });
    expect(embed({ CAIRN_EMBED: 'off' }, at('e5'))).toEqual({ kind: 'off' });
  });

  test('may come from files, which are named by `NAME_FILE`', async () => {
    const home = await homeForTest();
    const named = (name: string, text: string): string => {
      writeFileSync(join(home, name), text);
      return join(home, name);
    };
    const read = withEnvFiles(
      {
        CAIRN_EMBED_BASE_URL_FILE: named('url', 'http://127.0.0.1:11434/v1\n'),
        CAIRN_EMBED_MODEL_FILE: named('model', ' nomic '),
        CAIRN_EMBED_API_KEY_FILE: named('key', 'sk-2\n'),
      },
      EMBED_NAMES,
    );
    if (!read.ok) throw new Error(read.error.message);
    const env = Object.fromEntries(EMBED_NAMES.map((name) => [name, read.value[name] ?? '']));
    expect(embed(env)).toMatchObject({
      ...{ kind: 'endpoint', baseUrl: 'http://127.0.0.1:11434/v1', model: 'nomic', apiKey: 'sk-2' },
    });
    expect(embed({ ...env, CAIRN_EMBED: 'off' })).toEqual({ kind: 'off' });
    expect(withEnvFiles({ CAIRN_EMBED_API_KEY_FILE: join(home, 'gone') }, EMBED_NAMES)).toMatchObject({
      error: { message: expect.stringContaining('CAIRN_EMBED_API_KEY_FILE cannot be read') },
    });
  });

  test('what is empty counts as not set', () => {
    expect(embed({ CAIRN_EMBED: '', CAIRN_EMBED_BASE_URL: '', CAIRN_EMBED_MODEL: '' })).toEqual({
      kind: 'local',
    });
    expect(embed({ ...endpoint, CAIRN_EMBED_API_KEY: '' })).toMatchObject({ apiKey: null });
  });

  test('is refused in a sentence when it is half a configuration', () => {
    expect(embed({ CAIRN_EMBED: 'perhaps' })).toContain('it must be `on` or `off`');
    expect(embed({ CAIRN_EMBED_BASE_URL: 'http://127.0.0.1:1/v1' })).toContain('needs a URL and a model');
    expect(embed({ ...endpoint, CAIRN_EMBED_BASE_URL: 'ollama' })).toContain('needs a URL and a model');
    const use = JSON.stringify({ embeddings: { use: 'endpoint', model: 'm' } });
    expect(embed({}, use)).toContain('needs a URL and a model');
  });
});

test('[F-3] endpoints for embeddings run one model with vectors of one length', () => {
  const embed = (...embeddings: object[]) => {
    const parsed = parseConfig({
      ...{ file: JSON.stringify({ embeddings }), path: 'config.json', env: {}, hostName: 'desk' },
    });
    return parsed.ok ? parsed.value.embed : parsed.error.message;
  };
  const one = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3', dimensions: 256 };
  const two = { ...one, baseUrl: 'https://models.example/v1', apiKey: 'k' };
  expect(embed(one, two)).toMatchObject({
    ...{ kind: 'endpoint', model: 'qwen3', dimensions: 256 },
    others: [{ baseUrl: 'https://models.example/v1', apiKey: 'k' }],
  });
  expect(embed(one, { ...two, model: 'other' })).toMatch(/vectors of other and qwen3 cannot be compared/);
  expect(embed(one, { ...two, dimensions: 512 })).toMatch(/one length/);
  expect(embed({ ...one, dimensions: LIMITS.embedDimensionsMax + 1 })).toMatch(/dimensions/);
  expect(embed({ ...one, dimensions: LIMITS.embedDimensionsMax })).toMatchObject({ kind: 'endpoint' });
});

test('[OP-18] figures of the engine are within the range that the table of settings names', () => {
  const file = {
    sessions: { flushShare: 0.6, rollShare: 0.7, rollToShare: 0.4 },
    prompt: { pruneTokens: 500, pruneKept: 0 },
    ...{ summaries: { answerTokens: 300 }, port: 4_950, embeddings: { vectorWeight: 0.7 } },
  };
  expect(parse(JSON.stringify(file))).toMatchObject({
    value: {
      tuning: { ...file.sessions, ...file.prompt },
      ...{ summaryTokens: 300, port: 4_950, isPortFixed: true, fusion: { vectorWeight: 0.7 } },
    },
  });
  for (const wrong of [
    { sessions: { rollShare: 1.1 } },
    { sessions: { rollShare: 0.5 } },
    { prompt: { pruneKept: 1.5 } },
    { summaries: { answerTokens: 99 } },
    { port: 65_536 },
  ])
    expect(parse(JSON.stringify(wrong)), JSON.stringify(wrong)).toMatchObject({ ok: false });
});

test('a byte order mark does not make the file unreadable', () => {
  expect(parse('\ufeff{"deviceName":"desk"}')).toMatchObject({ value: { deviceName: 'desk' } });
});

test('a wrong value is named as `cairn config` names it', () => {
  const endpoint = { price: 'cheap', models: ['a'], baseUrl: 'http://127.0.0.1:1/v1' };
  const said = (llm: unknown) => JSON.stringify(parse(JSON.stringify({ llm })));
  expect(said(endpoint)).toContain('cannot be read: llm.price: ');
  expect(said([endpoint])).toContain('cannot be read: llm.0.price: ');
});
