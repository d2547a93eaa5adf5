// Settings of a real daemon: a model is chosen, priced, tested and removed while the daemon runs, and names of projects and agents
// change. The test reads `usage` and the context of days afterwards.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextDaysResult, modelTestResult, settingsResult, statusResult, usageResult } from '@cairn/schema';
import { startModelServer } from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, askFor, find, kill, makeHome, refusal, save, start } from './world.ts';

const KEY = 'sk-of-a-test-that-nobody-sees';

const withModel = async () => {
  const model = await startModelServer({ script: [{ kind: 'reply', text: '{"word":"ready"}' }] });
  onTestFinished(() => model.close());
  return model;
};

describe('[OP-11] settings', () => {
  test('a model is chosen, asked, priced and taken away while the daemon runs', async () => {
    const model = await withModel();
    const home = await makeHome();
    const client = await start(home);
    const read = () => askFor(client, settingsResult, 'GET', '/v1/settings');
    const change = (patch: object) => askFor(client, settingsResult, 'PATCH', '/v1/settings', patch);
    expect(await read()).toMatchObject({ model: null, modelFixedBy: [], embedder: { kind: 'off' } });
    const before = await askFor(client, modelTestResult, 'POST', '/v1/settings/test', {});
    expect(before).toMatchObject({ ok: false, problem: 'No model is configured.' });

    const llm = {
      baseUrl: model.baseUrl,
      models: ['small'],
      apiKey: KEY,
      price: { in: 1, out: 4 },
      currency: 'EUR',
    };
    expect(await change({ model: llm })).toMatchObject({ model: { models: ['small'], key: 'config' } });
    expect(await askFor(client, modelTestResult, 'POST', '/v1/settings/test', {})).toMatchObject({
      ...{ ok: true, model: 'small', answer: 'ready' },
    });
    expect(model.requests.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    const used = await askFor(client, usageResult, 'GET', '/v1/usage');
    expect(used).toMatchObject({ currency: 'EUR', usage: [{ purpose: 'test', calls: 1 }] });
    const [row] = used.usage;
    expect(used.costToday).toBe((row?.promptTokens ?? 0) + 4 * (row?.completionTokens ?? 0));
    expect(used.costToday).toBeGreaterThan(0);
    expect(used.days).toMatchObject([{ purpose: 'test', cost: used.costToday }]);

    const text = JSON.stringify([await read(), used, await ask(client, 'GET', '/v1/status')]);
    expect(text).not.toContain(KEY);
    expect(statSync(home.paths.config).mode & 0o777).toBe(0o600);

    // The written settings also apply after the next start.
    await kill(home);
    const again = await start(home);
    expect((await askFor(again, statusResult, 'GET', '/v1/status')).models.llm?.models).toEqual(['small']);
    await ask(again, 'PATCH', '/v1/settings', { model: null });
    expect((await askFor(again, statusResult, 'GET', '/v1/status')).models.llm).toBeNull();
    expect(readFileSync(home.paths.config, 'utf8')).not.toContain(KEY);
  });

  test('what the environment says is not changed behind it; what is wrong is a sentence', async () => {
    const client = await start(
      await makeHome({
        CAIRN_LLM_BASE_URL: 'http://127.0.0.1:9/v1',
        CAIRN_LLM_MODEL: 'm',
        CAIRN_LLM_API_KEY: KEY,
      }),
    );
    const settings = await askFor(client, settingsResult, 'GET', '/v1/settings');
    expect(settings.modelFixedBy).toEqual(['CAIRN_LLM_BASE_URL', 'CAIRN_LLM_API_KEY', 'CAIRN_LLM_MODEL']);
    expect(settings.model?.key).toBe('environment');
    const model = { baseUrl: 'http://127.0.0.1:8/v1', models: ['m'] };
    expect((await refusal(client, 'PATCH', '/v1/settings', { model })).message).toContain('environment');
    expect((await refusal(client, 'PATCH', '/v1/settings', { models: [] })).kind).toBe('invalid_input');
    expect((await refusal(client, 'PATCH', '/v1/settings', { model: { ...model, models: [] } })).kind).toBe(
      'invalid_input',
    );
  });

  test('[M-8] another name of a project leads to it at once', async () => {
    const client = await start(await makeHome());
    await save(client, 'The till closes at six.', { project: 'github.com/o/shop' });
    expect(await find(client, 'till')).toHaveLength(1);
    await ask(client, 'PATCH', '/v1/settings', { aliases: { shop: 'github.com/o/shop' } });
    const listed = await ask(client, 'GET', '/v1/memories?project=shop');
    expect(listed).toMatchObject({ total: 1 });
    await ask(client, 'PATCH', '/v1/settings', { aliases: { shop: null } });
    expect(await ask(client, 'GET', '/v1/memories?project=shop')).toMatchObject({ total: 0 });
  });

  test('[IN-5] agents are those of this machine, with what is installed into them', async () => {
    const home = await makeHome();
    const agents = join(home.paths.home, 'person');
    mkdirSync(join(agents, '.claude'), { recursive: true });
    const client = await start({ ...home, env: { ...home.env, HOME: agents } });
    const read = async () =>
      (await askFor(client, settingsResult, 'GET', '/v1/settings')).agents.find(
        ({ agent }) => agent === 'claude-code',
      );
    expect(await read()).toMatchObject({ title: 'Claude Code', found: true, installed: [] });
    const record = { agent: 'claude-code', scope: 'user', root: null, version: '0', files: [] };
    writeFileSync(
      join(home.paths.home, 'integrations.json'),
      JSON.stringify({ v: 1, integrations: [record] }),
    );
    expect(await read()).toMatchObject({
      installed: [{ scope: 'user', status: 'warn', fix: 'Run `cairn install claude-code --user`.' }],
    });
  });
});

describe('[OP-10] figures of the day', () => {
  test('are told at once, and kept by a daemon that ends', async () => {
    const home = await makeHome();
    const client = await start(home);
    await save(client, 'The till closes at six.');
    await find(client, 'till');
    await find(client, 'till');
    const figures = async (of: typeof client) => (await askFor(of, usageResult, 'GET', '/v1/usage')).figures;
    const [today] = await figures(client);
    expect(today).toMatchObject({ memories: 1, passages: 0, saves: { count: 1 }, searches: { count: 2 } });
    expect(today?.bytes).toBeGreaterThan(4_096);
    expect(today?.saves?.p99).toBeGreaterThanOrEqual(today?.saves?.p50 ?? Number.NaN);
    await ask(client, 'POST', '/v1/shutdown');
    const again = await start(home);
    await save(again, 'The till opens at nine.');
    expect(await figures(again)).toMatchObject([
      { saves: { count: 2 }, searches: { count: 2 }, memories: 2 },
    ]);
  });
});

describe('[CX-7] what sessions began with', () => {
  test('is kept by day; a look at it is not', async () => {
    const client = await start(await makeHome());
    const days = () => askFor(client, contextDaysResult, 'GET', '/v1/context/days?project=p');
    const id = await save(client, 'The till closes at six.', { project: 'p' });
    await ask(client, 'GET', '/v1/context?project=p&preview=1&explain=1');
    expect(await days()).toEqual({ days: [], from: null, to: null, changes: [] });
    const plain = await ask(client, 'GET', '/v1/context?project=p');
    expect(Object.keys(Object(plain))).toEqual(['text', 'tokens', 'sections']);
    await ask(client, 'GET', '/v1/context?project=p&session=s');
    await ask(client, 'GET', '/v1/context?project=p&session=s');
    // The file is written after the answer.
    await expect
      .poll(days)
      .toMatchObject({ days: [{ parts: 1, given: 1 }], changes: [{ change: 'came', id }] });
    const fresh = await save(client, 'The till opens at nine.', { project: 'p' });
    await ask(client, 'POST', '/v1/forget', { ids: [id] });
    await ask(client, 'GET', '/v1/context?project=p');
    await expect
      .poll(async () => (await days()).changes)
      .toMatchObject([
        { change: 'came', id: fresh },
        { change: 'went', id, why: 'forgotten' },
      ]);
    expect((await refusal(client, 'GET', '/v1/context/days?from=yesterday')).message).toContain('2026-11-22');
  });
});
