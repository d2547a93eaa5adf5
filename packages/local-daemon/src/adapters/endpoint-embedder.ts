/**
 * Uses OpenAI-compatible endpoints as an embedder, for example Ollama. Several must run the same model: if one fails, the next is used,
 * and the failed one rests for a minute. Only if a person configured it. [F-3, SU-8]
 */
import type { Embedder, EmbedderState, ModelFailure } from '@cairn/core';
import { err, ok, type Result } from '@cairn/schema';
import type { EmbedConfig } from '../config-embed.ts';
import { createOpenAiClient } from './openai-client.ts';

type Options = Omit<Extract<EmbedConfig, { readonly kind: 'endpoint' }>, 'kind'>;

const BATCH_MAX = 32;
const REST_MS = 60_000;

/** `timeoutMs`: for one call, including the answer's body. */
export const createEndpointEmbedder = (options: Options & { readonly timeoutMs: number }): Embedder => {
  const { baseUrl, apiKey, model, dimensions, others, fusion, timeoutMs } = options;
  const stop = new AbortController();
  const places = [{ baseUrl, apiKey }, ...others].map((place) => ({
    client: createOpenAiClient({ ...place, timeoutMs, stopSignal: stop.signal }),
    restUntilMs: 0,
  }));
  let state: EmbedderState = 'cold';

  /** Orders endpoints. One that failed recently comes last, so that there is always one to ask. */
  const inTurn = () => {
    const nowMs = Date.now();
    return places.toSorted((a, b) => Number(a.restUntilMs > nowMs) - Number(b.restUntilMs > nowMs));
  };
  const ask = async (texts: readonly string[]): Promise<Result<readonly Float32Array[], ModelFailure>> => {
    let failed: ModelFailure | null = null;
    for (const place of inTurn()) {
      const answer = await place.client.embed({
        model,
        texts,
        ...(dimensions === null ? {} : { dimensions }),
      });
      place.restUntilMs = answer.ok ? 0 : Date.now() + REST_MS;
      if (answer.ok || stop.signal.aborted) return answer;
      failed ??= answer.error;
    }
    return err(failed ?? { kind: 'unreachable', message: '', status: null, retryAfterMs: null });
  };

  return {
    // Vectors of another length cannot be compared with earlier ones, so they count as another model's.
    model: dimensions === null ? model : `${model}@${dimensions}`,
    fusion,
    batchMax: BATCH_MAX,
    async embed(texts) {
      const answer = await ask(texts);
      state = answer.ok ? 'ready' : 'failing';
      return answer.ok ? ok(answer.value) : err(embedFailure(answer.error));
    },
    state: () => state,
    close: async () => stop.abort(),
  };
};

/** A retry may help unless the server refused the request. */
const embedFailure = ({ kind, message, retryAfterMs }: ModelFailure) => ({
  message,
  retryable: kind !== 'refused',
  retryAfterMs,
});
