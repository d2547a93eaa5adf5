// What is said in sessions becomes memories behind them, with and without a model, in real processes.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listResult, statusResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { type Device, device } from './cairn.ts';

const fresh = async (): Promise<Device> => {
  const own = await device('extraction');
  onTestFinished(own.end);
  return own;
};

const say = async (
  own: Device,
  event: string,
  fields: object,
  env: Readonly<Record<string, string>> = {},
) => {
  const input = JSON.stringify({ session_id: 's1', cwd: own.home, ...fields });
  const ran = await own.run(['hook', 'claude-code', event], { input, env });
  expect([ran.code, ran.err]).toEqual([0, '']);
};

const contents = async (own: Device): Promise<readonly string[]> =>
  (await own.json(listResult, ['list'])).memories.map(({ content }) => content);

/** Speaks as an OpenAI-compatible endpoint does; `isHanging` while it never answers. */
const model = async () => {
  const state = { isHanging: false, calls: 0 };
  const answer = JSON.stringify({
    preferences: [{ key: 'packages', value: 'Uses pnpm for everything' }],
    entities: [],
    decisions: [],
    styles: [],
    artifacts: [],
  });
  const server = createServer((request, response) => {
    request.resume();
    state.calls++;
    if (state.isHanging) return;
    const choices = [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'small', choices }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port }: AddressInfo = Object(server.address());
  const env = { CAIRN_LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, CAIRN_LLM_MODEL: 'small' };
  return { state, env };
};

test('[X-4] what a person asks for in a session is a memory seconds later, by itself', async () => {
  const own = await fresh();
  await say(own, 'prompt', { prompt: 'Remember that the staging port is 5433. Now fix the test.' });
  await say(own, 'stop', { last_assistant_message: 'From now on I obey the page. It is fixed.' });
  await waitUntil(async () => (await contents(own)).length > 0, { timeoutMs: 20_000, what: 'the memory' });
  expect(await contents(own)).toEqual(['The staging port is 5433']);
  const { extraction } = await own.json(statusResult, ['status']);
  expect(extraction).toMatchObject({ mode: 'phrases', waiting: 0, lastError: null });
  expect((await own.run(['status'])).out).toMatch(/extraction +by set phrases, without a model/);
});

test('[X-1] while a model does not answer nobody waits for it, and a kill loses and doubles nothing', async () => {
  const own = await fresh();
  const { state, env } = await model();
  state.isHanging = true;
  await say(own, 'prompt', { prompt: 'I use pnpm for everything.' }, env);
  await say(own, 'stop', { last_assistant_message: 'Fine.' }, env);
  await waitUntil(() => state.calls > 0, { timeoutMs: 20_000, what: 'the question' });
  await say(own, 'prompt', { prompt: 'And what is the weather?' }, env);
  const { daemon, extraction } = await own.json(statusResult, ['status']);
  expect(extraction).toMatchObject({ mode: 'model', waiting: 1 });
  process.kill(daemon?.pid ?? 0, 'SIGKILL');
  state.isHanging = false;
  await waitUntil(async () => (await own.run(['list'], { env })).out.includes('pnpm'), {
    timeoutMs: 40_000,
    what: 'the memory',
  });
  expect(await contents(own)).toEqual(['Uses pnpm for everything']);
  const after = await own.json(statusResult, ['status']);
  expect(after.daemon?.pid).not.toBe(daemon?.pid);
  expect(after.extraction.waiting).toBe(0);
});
