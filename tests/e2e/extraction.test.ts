// Memories are extracted from the words of sessions in the background, with and without a model, in real processes.

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { appendMessagesResult, importResult, listResult, sessionsResult, statusResult } from '@cairn/schema';
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

/** Starts an OpenAI-compatible endpoint. While `isHanging` is set, it never answers. */
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
  expect((await own.run(['status'])).out).toMatch(/extraction +by fixed phrases, without a model/);
});

test('[X-1] while a model does not answer nobody waits for it, and a kill loses and doubles nothing', {
  timeout: 240_000,
}, async () => {
  const own = await fresh();
  const { state, env } = await model();
  state.isHanging = true;
  // How a hook starts a daemon is not tested here.
  await own.run(['up'], { env });
  await say(own, 'prompt', { prompt: 'I use pnpm for everything.' }, env);
  await say(own, 'stop', { last_assistant_message: 'Fine.' }, env);
  // Waits up to half a minute, in case the answer arrives after the prompt.
  await waitUntil(() => state.calls > 0, { timeoutMs: 90_000, what: 'the question' });
  await say(own, 'prompt', { prompt: 'And what is the weather?' }, env);
  const { daemon, extraction } = await own.json(statusResult, ['status']);
  expect(extraction).toMatchObject({ mode: 'model', waiting: 1 });
  process.kill(daemon?.pid ?? 0, 'SIGKILL');
  state.isHanging = false;
  await waitUntil(async () => (await own.run(['list'], { env })).out.includes('pnpm'), {
    timeoutMs: 90_000,
    what: 'the memory',
  });
  expect(await contents(own)).toEqual(['Uses pnpm for everything']);
  const after = await own.json(statusResult, ['status']);
  expect(after.daemon?.pid).not.toBe(daemon?.pid);
  expect(after.extraction.waiting).toBe(0);
});

test('[IM-10] an imported transcript is learnt from when that is wanted, and not before its price was said', async () => {
  const own = await fresh();
  const { state, env } = await model();
  await own.run(['up'], { env });
  const file = join(own.home, 'talk.jsonl');
  const line = (role: string, content: string, at: number) => ({
    ...{ type: role, uuid: `u-${at}`, sessionId: 'talk', timestamp: new Date(at).toISOString() },
    message: { role, content },
  });
  const lines = [line('user', 'I use pnpm for everything.', 1_000), line('assistant', 'Fine.', 2_000)];
  writeFileSync(file, lines.map((one) => JSON.stringify(one)).join('\n'));
  const learn = ['import', file, '--from', 'claude-code', '--learn'];
  const dry = await own.run([...learn, '--dry-run', '--json']);
  expect(JSON.parse(dry.out)).toMatchObject({ new: 2, learn: { sessions: 1, messages: 2, tokens: 2_209 } });
  const unasked = await own.run(learn);
  expect([unasked.code, unasked.err]).toEqual([
    2,
    expect.stringMatching(
      /2 messages of 1 session go to small: about 2,209 tokens, of [\d,]+ a day \(0 used today\)/,
    ),
  ]);
  expect(await own.json(importResult, ['import', file, '--from', 'claude-code'])).toMatchObject({ new: 2 });
  expect([state.calls, await contents(own)]).toEqual([0, []]);
  const said = await own.run([...learn, '--yes']);
  expect([said.code, said.err]).toEqual([
    0,
    expect.stringContaining('Learning from 2 messages of 1 session goes on'),
  ]);
  await waitUntil(async () => (await contents(own)).length > 0, { timeoutMs: 30_000, what: 'the memory' });
  expect(await contents(own)).toEqual(['Uses pnpm for everything']);
  expect(state.calls).toBe(1);
  expect((await own.run([...learn, '--yes'])).err).toContain('All of it was learnt from already');
  const notes = join(own.home, 'notes.jsonl');
  writeFileSync(notes, '{"content":"Likes tea"}');
  const { err: plain } = await own.run(['import', notes, '--learn', '--yes']);
  expect(plain).toContain('there are no transcripts in it');
  const from = await own.run(['import', '-', '--learn'], { input: '[]' });
  expect([from.code, from.err]).toEqual([2, expect.stringContaining('cannot read standard input')]);
  const off = await own.run(['down']);
  expect(off.code).toBe(0);
  const none = await own.run([...learn], { env: { CAIRN_EXTRACT: 'off' } });
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('CAIRN_EXTRACT is off')]);
});

test('[IM-10] two conversations with one title are both learnt from, and a session may have that name too', async () => {
  const own = await fresh();
  const about = (sessionId: string, content: string) => [
    {
      ...{ type: 'user', uuid: `u-${sessionId}`, sessionId, timestamp: '2026-01-01T10:00:00Z' },
      message: { role: 'user', content },
    },
    { type: 'custom-title', sessionId, customTitle: 'Fix tests' },
  ];
  const lines = [...about('one', 'I prefer tabs.'), ...about('two', 'I prefer pnpm.')];
  const file = join(own.home, 'talks.jsonl');
  writeFileSync(file, lines.map((one) => JSON.stringify(one)).join('\n'));
  const learn = ['import', file, '--from', 'claude-code', '--learn', '--yes'];
  expect(await own.json(importResult, learn)).toMatchObject({ new: 2, failed: 0 });
  await own.json(appendMessagesResult, ['session', 'append', 'Fix tests', 'user: Now fix them']);
  const { sessions } = await own.json(sessionsResult, ['session', 'list']);
  expect(sessions.map(({ id, name }) => [id, name]).toSorted()).toEqual([
    ['ses_Fix tests', 'Fix tests'],
    ['ses_claude-code:one', 'claude-code:one'],
    ['ses_claude-code:two', 'claude-code:two'],
  ]);
});
