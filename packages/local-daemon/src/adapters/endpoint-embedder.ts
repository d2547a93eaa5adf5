/** Any OpenAI-compatible endpoint as an embedder, Ollama's included. Used only where the person configured one. [F-3] */
import type { Embedder, EmbedderState, Fusion, ModelFailure } from '@cairn/core';
import { err, ok } from '@cairn/schema';
import { createOpenAiClient } from './openai-client.ts';

export interface EndpointEmbedderOptions {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  readonly fusion: Fusion;
  /** For one call, the answer's body included. */
  readonly timeoutMs: number;
}

const BATCH_MAX = 32;

export const createEndpointEmbedder = ({
  baseUrl,
  apiKey,
  model,
  fusion,
  timeoutMs,
}: EndpointEmbedderOptions): Embedder => {
  const stop = new AbortController();
  const client = createOpenAiClient({ baseUrl, apiKey, timeoutMs, stopSignal: stop.signal });
  let state: EmbedderState = 'cold';
  return {
    model,
    fusion,
    batchMax: BATCH_MAX,
    async embed(texts) {
      const answer = await client.embed({ model, texts });
      state = answer.ok ? 'ready' : 'failing';
      return answer.ok ? ok(answer.value) : err(embedFailure(answer.error));
    },
    state: () => state,
    close: async () => stop.abort(),
  };
};

/** A server would refuse again what it refused; everything else may pass. */
const embedFailure = ({ kind, message, retryAfterMs }: ModelFailure) => ({
  message,
  retryable: kind !== 'refused',
  retryAfterMs,
});
