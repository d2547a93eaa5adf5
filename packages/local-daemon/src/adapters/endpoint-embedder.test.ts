import { type ModelBehaviour, type ModelServer, startModelServer, wordVector } from '@cairn/test-support';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEndpointEmbedder } from './endpoint-embedder.ts';

describe('[F-3] an endpoint as an embedder', () => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(() => server.close());

  const embedderOf = (timeoutMs = 5_000, apiKey: string | null = null) =>
    createEndpointEmbedder({
      ...{ baseUrl: server.baseUrl, apiKey, model: 'nomic', timeoutMs, dimensions: null, others: [] },
      fusion: { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0 },
    });

  test('gives a vector per text, in their order, and is warm from then on', async () => {
    const embedder = embedderOf(5_000, 'key-1');
    expect(embedder.state()).toBe('cold');
    const texts = ['red fox', '星期五 🦓', 'red fox'];
    const made = await embedder.embed(texts);
    expect(made).toEqual({ ok: true, value: texts.map((text) => Float32Array.from(wordVector(text, 32))) });
    expect(embedder.state()).toBe('ready');
    expect(server.requests).toMatchObject([
      { path: '/v1/embeddings', authorization: 'Bearer key-1', body: { model: 'nomic', input: texts } },
    ]);
  });

  test.each<[ModelBehaviour, string]>([
    [{ kind: 'html' }, 'not in the OpenAI protocol'],
    [{ kind: 'half_json' }, 'not in the OpenAI protocol'],
    [{ kind: 'wrong_type' }, 'not in the OpenAI protocol'],
    [{ kind: 'wrong_length' }, 'not in the OpenAI protocol'],
    [{ kind: 'wrong_count' }, 'not in the OpenAI protocol'],
    [{ kind: 'nan' }, 'not in the OpenAI protocol'],
    [{ kind: 'status', status: 500 }, 'HTTP 500'],
    [{ kind: 'reset' }, 'cannot be reached'],
  ])('%j is a failure that may pass, tried once', async (behaviour, sentence) => {
    server.behave(behaviour);
    const embedder = embedderOf();
    expect(await embedder.embed(['a', 'b'])).toEqual({
      ok: false,
      error: { message: expect.stringContaining(sentence), retryable: true, retryAfterMs: null },
    });
    expect([server.requests.length, embedder.state()]).toEqual([1, 'failing']);
    server.behave({ kind: 'reply', text: 'ok' });
    expect(await embedder.embed(['a', 'b'])).toMatchObject({ ok: true });
    expect(embedder.state()).toBe('ready');
  });

  test.each<[number, boolean]>([
    [400, false],
    [401, false],
    [404, false],
    [413, false],
    [429, true],
    [503, true],
  ])('HTTP %i: may pass %s', async (status, retryable) => {
    server.behave({ kind: 'status', status });
    expect(await embedderOf().embed(['a'])).toMatchObject({ ok: false, error: { retryable } });
  });

  test('HTTP 429 says how long to wait', async () => {
    server.behave({ kind: 'status', status: 429, retryAfterS: 7 });
    expect(await embedderOf().embed(['a'])).toMatchObject({
      error: { retryable: true, retryAfterMs: 7_000 },
    });
  });

  test.each<[ModelBehaviour]>([[{ kind: 'hang' }], [{ kind: 'stall' }]])(
    '%j ends at the time limit',
    async (behaviour) => {
      server.behave(behaviour);
      const failed = await embedderOf(150).embed(['a']);
      expect(failed).toMatchObject({
        error: { message: expect.stringContaining('within 0.15 s'), retryable: true },
      });
    },
  );

  test('closing ends the call that is under way', async () => {
    server.behave({ kind: 'hang' });
    const embedder = embedderOf(600_000);
    const call = embedder.embed(['a']);
    await expect.poll(() => server.requests.length).toBe(1);
    await embedder.close();
    expect(await call).toMatchObject({ ok: false });
  });

  test('[SU-8] another one that runs the same model is asked when the first fails, which then rests', async () => {
    const other = await startModelServer();
    server.behave({ kind: 'status', status: 503 });
    const embedder = createEndpointEmbedder({
      ...{ baseUrl: server.baseUrl, apiKey: 'a', model: 'nomic', timeoutMs: 5_000, dimensions: null },
      others: [{ baseUrl: other.baseUrl, apiKey: 'b' }],
      fusion: { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0 },
    });
    for (let n = 0; n < 3; n++) expect(await embedder.embed(['fox'])).toMatchObject({ ok: true });
    await other.close();
    expect([server.requests.length, other.requests.length, embedder.state()]).toEqual([1, 3, 'ready']);
    expect(other.requests[0]?.authorization).toBe('Bearer b');
    server.behave({ kind: 'reply', text: 'ok' });
    expect(await embedder.embed(['fox'])).toMatchObject({ ok: true });
  });

  test('[F-3] a length that was asked for is asked of the model, and names other vectors', async () => {
    const embedder = createEndpointEmbedder({
      ...{ baseUrl: server.baseUrl, apiKey: null, model: 'qwen3', timeoutMs: 5_000 },
      ...{ dimensions: 256, others: [] },
      fusion: { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0 },
    });
    await embedder.embed(['fox']);
    expect(server.requests[0]?.body).toMatchObject({ model: 'qwen3', dimensions: 256 });
    expect(embedder.model).toBe('qwen3@256');
  });
});
