// Summaries of a real daemon: with a good model, a faulty one, one that never answers, and without a model.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DaemonClient } from '@cairn/client/device';
import { statusResult, summariesResult, usageResult } from '@cairn/schema';
import {
  type ModelBehaviour,
  type ModelServer,
  pidAlive,
  pidIn,
  startFaultProxy,
  startModelServer,
  waitUntil,
} from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  filesWith,
  find,
  join as joinVault,
  makeHome,
  save,
  sharedServer,
  start,
  syncAll,
} from './world.ts';

const server = sharedServer();
const SENTENCE = 'The lighthouse project ships with pnpm from Lisbon.';
const ANSWER = JSON.stringify({ sentences: [{ text: SENTENCE, from: [1, 2] }] });

const modelServer = async (
  ...script: readonly [ModelBehaviour, ...ModelBehaviour[]]
): Promise<ModelServer> => {
  const model = await startModelServer({ script });
  onTestFinished(() => model.close());
  return model;
};

/** Starts a daemon with this model. */
const withModel = async (model: ModelServer, env: Record<string, string> = {}) => {
  const home = await makeHome({ CAIRN_LLM_BASE_URL: model.baseUrl, CAIRN_LLM_MODEL: 'small', ...env });
  return { home, client: await start(home) };
};

const summarise = (client: DaemonClient, input = {}) =>
  askFor(client, summariesResult, 'POST', '/v1/summaries', input);
const statusOf = (client: DaemonClient) => askFor(client, statusResult, 'GET', '/v1/status');

const saveTwo = async (client: DaemonClient): Promise<readonly [string, string]> => [
  await save(client, 'The lighthouse project uses pnpm.'),
  await save(client, 'The lighthouse project is built in Lisbon.'),
];

describe('without a model', () => {
  test('[SU-1] the twentieth save is followed by a summary, and nobody is asked', async () => {
    const { client } = await device('desk');
    for (let n = 0; n < 20; n++) await save(client, `The service number ${n} listens on port ${9_000 + n}.`);
    await waitUntil(async () => (await statusOf(client)).store.unsummarised === 0, {
      timeoutMs: 30_000,
      what: 'the summary',
    });
    const { store, models } = await statusOf(client);
    expect(store.summaries).toBeGreaterThan(0);
    expect(models.llm).toBeNull();
    expect(await askFor(client, usageResult, 'GET', '/v1/usage')).toMatchObject({ models: [], usage: [] });
  });

  test('[SU-3] what is asked for is marked as extractive; forgetting takes its text from every file', async () => {
    const { home, client } = await device('desk');
    const [first] = await saveTwo(client);
    const { summaries, withoutModel } = await summarise(client);
    expect(withoutModel).toBe('off');
    expect(summaries.find(({ type }) => type === 'incremental')).toMatchObject({
      method: 'extractive',
      content: expect.stringContaining('The lighthouse project uses pnpm.'),
    });
    await ask(client, 'DELETE', `/v1/memories/${first}`);
    expect(filesWith(home.paths.home, ['lighthouse project uses pnpm'])).toEqual([]);
    const after = await summarise(client);
    expect(JSON.stringify(after)).not.toContain('uses pnpm');
    expect(JSON.stringify(after)).toContain('built in Lisbon');
  });

  test('[SU-4] a superseded fact leaves the summary at once', async () => {
    const { client } = await device('desk');
    const [first] = await saveTwo(client);
    await summarise(client);
    await ask(client, 'POST', `/v1/memories/${first}/supersede`, {
      content: 'The lighthouse project uses bun.',
    });
    const { summaries } = await summarise(client, { trigger: 'session_start' });
    expect(JSON.stringify(summaries)).not.toContain('uses pnpm');
    expect(JSON.stringify(summaries)).toContain('built in Lisbon');
  });
});

describe('with a model', () => {
  test('[SU-6] it words what was extracted, with the key from a file, and the ledger tells of it', async () => {
    const model = await modelServer({ kind: 'reply', text: ANSWER });
    const key = await makeHome();
    const file = join(key.paths.home, 'key');
    writeFileSync(file, 'key-from-file\n');
    const { client } = await withModel(model, { CAIRN_LLM_API_KEY_FILE: file });
    await saveTwo(client);
    const { summaries, withoutModel } = await summarise(client);
    expect(withoutModel).toBeNull();
    expect(summaries.map(({ type, method, model: by, content }) => ({ type, method, by, content }))).toEqual(
      expect.arrayContaining([
        { type: 'incremental', method: 'model', by: 'small', content: SENTENCE },
        { type: 'narrative', method: 'model', by: 'small', content: SENTENCE },
      ]),
    );
    expect(model.requests.every(({ authorization }) => authorization === 'Bearer key-from-file')).toBe(true);
    expect(model.requests[0]?.text).toContain('1. [');
    const used = await askFor(client, usageResult, 'GET', '/v1/usage?days=2');
    expect(used.tokensToday).toBe(320);
    expect(used.calls.map(({ purpose, outcome }) => `${purpose} ${outcome}`).sort()).toEqual([
      'narrative ok',
      'summary ok',
    ]);
    const compacted = await askFor(client, summariesResult, 'POST', '/v1/summaries/compact', {});
    expect(compacted.written).toBe(0);
  });

  test('[SU-6] that is rude costs nothing: the extract stands, and the ledger says what it did', async () => {
    const rude: readonly (readonly [string, ModelBehaviour])[] = [
      ['bad_answer', { kind: 'html' }],
      ['bad_answer', { kind: 'half_json' }],
      ['bad_answer', { kind: 'wrong_type' }],
      ['rate_limited', { kind: 'status', status: 429, retryAfterS: 3_600 }],
      ['unreachable', { kind: 'status', status: 500 }],
      ['repeats', { kind: 'loop', text: SENTENCE }],
      ['unreadable', { kind: 'empty' }],
      ['too_long', { kind: 'long', characters: 100_000 }],
    ];
    const model = await modelServer({ kind: 'hang' });
    const { client } = await withModel(model);
    for (const [n, [, behaviour]] of rude.entries()) {
      model.behave(behaviour);
      const project = `lighthouse-${n}`;
      await save(client, 'The lighthouse project uses pnpm.', { project });
      await save(client, 'The lighthouse project is built in Lisbon.', { project });
      const { summaries, withoutModel } = await summarise(client, { project });
      expect(withoutModel).toBe('failed');
      expect(summaries).toMatchObject([{ project, method: 'extractive' }]);
    }
    const { calls } = await askFor(client, usageResult, 'GET', '/v1/usage');
    expect(calls.map((call) => call.outcome)).toEqual(rude.map(([outcome]) => outcome).toReversed());
    expect(model.requests).toHaveLength(rude.length);
    expect((await statusOf(client)).models.llm).toMatchObject({ models: ['small'], state: 'resting' });
    expect(await contents(client)).toHaveLength(2 * rude.length);
  });

  test('[SU-6] that never answers blocks no save, no search, no context and no stop', async () => {
    const model = await modelServer({ kind: 'hang' });
    const { home, client } = await withModel(model);
    await saveTwo(client);
    const asked = client.request('POST', '/v1/summaries', {}).catch(() => null);
    await waitUntil(() => model.requests.length > 0, { timeoutMs: 30_000, what: 'the model to be asked' });
    const other = await start(home);
    await save(other, 'The lighthouse is painted white.');
    expect(await find(other, 'painted')).toEqual(['The lighthouse is painted white.']);
    expect((await statusOf(other)).store.summaries).toBeGreaterThan(0);
    await ask(other, 'GET', '/v1/context');
    const pid = pidIn(home.paths.daemonFile);
    await ask(other, 'POST', '/v1/shutdown', {});
    await waitUntil(() => pid !== null && !pidAlive(pid), { timeoutMs: 30_000, what: 'the daemon to end' });
    await asked;
  });
});

/** Returns the sent text with each payload decoded. */
const readable = (wire: string): string =>
  wire.replaceAll(/"payload":"([\w-]+)"/g, (_, payload: string) =>
    Buffer.from(payload, 'base64url').toString('utf8'),
  );

test('[SY-D4] no word of a summary, a narrative or the ledger reaches the server or another device', async () => {
  const model = await modelServer({ kind: 'reply', text: ANSWER });
  const proxy = await startFaultProxy(Number(new URL(server().url).port));
  onTestFinished(() => proxy.close());
  const sent: Buffer[] = [];
  proxy.judge = (way, bytes) => {
    if (way === 'out') sent.push(Buffer.from(bytes));
    return 'pass';
  };
  const through = { ...server(), url: `http://127.0.0.1:${proxy.port}` };
  const desk = await withModel(model);
  await createVault(desk.client, through, 'desk', { readable: true });
  await saveTwo(desk.client);
  await summarise(desk.client);
  await save(desk.client, 'The lighthouse opens in June.');
  await summarise(desk.client);
  await syncAll(desk.client);
  const laptop = await device('laptop');
  await joinVault(desk.client, laptop.client, server(), 'laptop');
  const wire = readable(Buffer.concat(sent).toString('utf8'));
  expect(wire).toContain('built in Lisbon');
  for (const word of ['ships with pnpm', 'narrative', 'summar', 'incremental', 'extractive'])
    expect(wire).not.toContain(word);
  expect(filesWith(server().data, [SENTENCE])).toEqual([]);
  expect(filesWith(laptop.home.paths.home, [SENTENCE])).toEqual([]);
  expect((await statusOf(laptop.client)).store.memories).toBe(3);
});
