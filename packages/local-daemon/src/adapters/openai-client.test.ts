import { LIMITS } from '@cairn/schema';
import {
  freePort,
  type ModelBehaviour,
  type ModelServer,
  startModelServer,
  wordVector,
} from '@cairn/test-support';
import type OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOpenAiClient, type OpenAiClient } from './openai-client.ts';
import { whole } from './streamed-answer.ts';

const CALL = {
  model: 'small',
  messages: [{ role: 'user', content: 'what is known?' }],
  format: {
    answer: { name: 'summary', schema: { type: 'object', properties: {}, additionalProperties: false } },
    answerTokensMax: 300,
  },
} as const;

describe('the OpenAI-compatible client', () => {
  let server: ModelServer;
  let client: OpenAiClient;
  beforeEach(async () => {
    server = await startModelServer();
    client = createOpenAiClient({ baseUrl: server.baseUrl, apiKey: 'key-1', timeoutMs: 5_000 });
  });
  afterEach(() => server.close());

  const impatient = (): OpenAiClient =>
    createOpenAiClient({ baseUrl: server.baseUrl, apiKey: null, timeoutMs: 150 });

  test('asks once, with its key and the wished format, and tells text and tokens', async () => {
    server.behave({ kind: 'reply', text: 'Ada uses pnpm.' });
    expect(await client.ask(CALL)).toEqual({
      ok: true,
      value: { text: 'Ada uses pnpm.', promptTokens: 120, completionTokens: 40 },
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer key-1',
      body: {
        model: 'small',
        max_tokens: 300,
        messages: CALL.messages,
        response_format: { type: 'json_schema', json_schema: { name: 'summary', strict: true } },
      },
    });
  });

  test('[SC-6] tools are offered, and what the model calls is told, whole or in pieces', async () => {
    const tools = [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }] as const;
    const calls = [{ id: 'call_look', name: 'look', arguments: '{"at":1}' }];
    server.behave({ kind: 'tool_call', name: 'look', arguments: '{"at":1}' });
    const messages = [
      ...CALL.messages,
      { role: 'assistant', content: '', calls },
      { role: 'tool', id: 'call_look', content: 'nothing' },
    ] as const;
    const format = { answer: null, answerTokensMax: 300 };
    for (const asked of [format, null])
      expect(await client.ask({ ...CALL, messages, tools, format: asked })).toMatchObject({
        value: { text: '', calls },
      });
    expect(server.requests[0]?.body).toMatchObject({
      tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
      messages: [
        {},
        { content: null, tool_calls: [{ id: 'call_look' }] },
        { role: 'tool', tool_call_id: 'call_look' },
      ],
    });
    expect(server.requests[0]?.body).not.toHaveProperty('response_format');

    const piecesOf = async function* (...parts: readonly object[]) {
      for (const part of parts) yield Object({ choices: [{ delta: { tool_calls: [part] } }] });
    };
    const pieces = piecesOf(
      { index: 0, id: 'a', function: { name: 'look', arguments: '' } },
      { index: 0, function: { arguments: '{"at"' } },
      { index: 0, function: { arguments: ':1}' } },
      { index: 1, id: 'b', function: { name: 'look', arguments: '{}' } },
      { index: 1, id: 'c', function: { name: 'look', arguments: '{}' } },
    );
    const inTurn = piecesOf(
      { index: 0, id: 'a', function: { name: 'look', arguments: '{' } },
      { index: 1, id: 'b', function: { name: 'look', arguments: '{' } },
      { index: 0, function: { arguments: '}' } },
      { index: 1, function: { arguments: '}' } },
    );
    expect(Object(await whole(inTurn)).choices[0].message.tool_calls).toMatchObject([
      { id: 'a', function: { arguments: '{}' } },
      { id: 'b', function: { arguments: '{}' } },
    ]);
    const { choices } = Object(await whole(pieces));
    expect(
      choices[0].message.tool_calls.map(
        ({ id, function: { arguments: given } }: OpenAI.ChatCompletionMessageFunctionToolCall) => [id, given],
      ),
    ).toEqual([
      ['a', '{"at":1}'],
      ['b', '{}'],
      ['c', '{}'],
    ]);
  });

  test('a plain call carries no option that some servers refuse', async () => {
    server.behave({ kind: 'no_format', text: 'fine' });
    expect(await client.ask(CALL)).toMatchObject({ ok: false, error: { kind: 'refused', status: 400 } });
    expect(await client.ask({ ...CALL, format: null })).toMatchObject({ ok: true, value: { text: 'fine' } });
    expect(Object.keys(server.requests[1]?.body ?? {}).sort()).toEqual(['messages', 'model']);
  });

  test.each<[ModelBehaviour, object]>([
    [{ kind: 'html' }, { kind: 'bad_answer' }],
    [{ kind: 'half_json' }, { kind: 'bad_answer' }],
    [{ kind: 'wrong_type' }, { kind: 'bad_answer' }],
    [
      { kind: 'status', status: 500 },
      { kind: 'unreachable', status: 500 },
    ],
    [
      { kind: 'status', status: 401 },
      { kind: 'refused', status: 401 },
    ],
    [
      { kind: 'status', status: 429, retryAfterS: 7 },
      { kind: 'rate_limited', status: 429, retryAfterMs: 7_000 },
    ],
    [{ kind: 'reset' }, { kind: 'unreachable' }],
  ])('[SU-6] %j is a failure as a value, tried once', async (behaviour, expected) => {
    server.behave(behaviour);
    expect(await client.ask(CALL)).toMatchObject({ ok: false, error: expected });
    expect(await client.embed({ model: 'm', texts: ['a'] })).toMatchObject({ ok: false, error: expected });
    expect(server.requests).toHaveLength(2);
  });

  test('[SU-6] an answer without an end is cut', async () => {
    server.behave({ kind: 'long', characters: LIMITS.modelAnswerBytesMax });
    expect(await client.ask(CALL)).toMatchObject({ ok: false, error: { kind: 'bad_answer' } });
  });

  test.each<[ModelBehaviour]>([[{ kind: 'hang' }], [{ kind: 'stall' }]])(
    '[SU-6] %j ends at the time limit',
    async (behaviour) => {
      server.behave(behaviour);
      expect(await impatient().ask(CALL)).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    },
  );

  test('[SU-8] an answer that comes in pieces is read as one, with its tokens', async () => {
    server.behave({ kind: 'stream', text: 'Ada uses pnpm for everything.' });
    expect(await client.ask(CALL)).toEqual({
      ok: true,
      value: { text: 'Ada uses pnpm for everything.', promptTokens: 120, completionTokens: 40 },
    });
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  test('[SU-8] one that falls silent in the middle is cut long before its time', async () => {
    server.behave({ kind: 'stream', text: 'Ada uses pnpm', silentAfter: 2 });
    const wakeful = createOpenAiClient({
      ...{ baseUrl: server.baseUrl, apiKey: null, timeoutMs: 60_000, silenceMs: 100 },
    });
    const answer = await wakeful.ask(CALL);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(answer.ok ? '' : answer.error.message).toMatch(/sent nothing for 0\.1 s/);
  });

  test('[SU-6] no redirect is followed: what is asked stays with the endpoint that was named', async () => {
    const other = await startModelServer();
    server.behave({ kind: 'redirect', to: `${other.baseUrl}/chat/completions` });
    const answer = await client.ask(CALL);
    await other.close();
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    expect(other.requests).toEqual([]);
  });

  test('an endpoint that is not there is unreachable, and the key is in no message', async () => {
    const gone = createOpenAiClient({
      baseUrl: `http://127.0.0.1:${await freePort()}/v1`,
      apiKey: 'key-secret',
      timeoutMs: 5_000,
    });
    const answer = await gone.ask(CALL);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable', status: null } });
    expect(answer.ok ? '' : answer.error.message).toMatch(
      /^The model at http:\/\/\S+ cannot be reached: nothing listens there\. Is it running\?$/,
    );
    expect(JSON.stringify(answer)).not.toContain('key-secret');
  });

  test('vectors come one per text, in their order', async () => {
    const texts = ['red fox', 'blue whale', 'red fox'];
    const answer = await client.embed({ model: 'm', texts });
    expect(answer).toEqual({ ok: true, value: texts.map((text) => Float32Array.from(wordVector(text, 32))) });
    expect(server.requests[0]?.body).toMatchObject({ model: 'm', input: texts, encoding_format: 'float' });
  });

  test.each<[ModelBehaviour]>([[{ kind: 'wrong_length' }], [{ kind: 'nan' }]])(
    'vectors that nobody can use are a bad answer: %j',
    async (behaviour) => {
      server.behave(behaviour);
      const answer = await client.embed({ model: 'm', texts: ['a', 'b'] });
      expect(answer).toMatchObject({ ok: false, error: { kind: 'bad_answer' } });
    },
  );
});
