/** The embedder that is configured, and the services around it; without one they do nothing. [F-3] */
import type { Embedder } from '@cairn/core';
import { createEndpointEmbedder } from '../adapters/endpoint-embedder.ts';
import { createLocalEmbedder, hasLocalEmbedder } from '../adapters/local-embedder.ts';
import { createStaticEmbedder, hasStaticEmbedder } from '../adapters/static-embedder.ts';
import type { EmbedConfig } from '../config-embed.ts';
import { type EmbedderStatus, type Embedding, embedderStatus } from '../services/embedder-status.ts';
import { createEmbedding } from '../services/embedding.ts';
import type { EmbeddingDeps } from '../services/embedding-batches.ts';
import { createQuestionVectors, type QuestionVectors } from '../services/question-vectors.ts';

const ENDPOINT_MS_MAX = 30_000;

export interface EmbeddingParts extends QuestionVectors {
  begin(): Promise<void>;
  end(): Promise<void>;
  status(): Promise<EmbedderStatus>;
}

export const createEmbeddingParts = (
  config: EmbedConfig,
  deps: Omit<EmbeddingDeps, 'embedder'>,
): EmbeddingParts => {
  const embedder = embedderOf(config);
  if (embedder === null) return without({ kind: config.kind === 'off' ? 'off' : 'missing' });
  const service = createEmbedding({ ...deps, embedder });
  const questions = createQuestionVectors({
    embedder,
    hasVectors: service.hasVectors,
    timers: deps.timers,
  });
  return {
    begin: service.begin,
    end: service.end,
    status: () => embedderStatus({ kind: 'on', embedder, service }),
    meaningOf: questions.meaningOf,
  };
};

const embedderOf = (config: EmbedConfig): Embedder | null => {
  if (config.kind === 'endpoint') return createEndpointEmbedder({ ...config, timeoutMs: ENDPOINT_MS_MAX });
  if (config.kind === 'off') return null;
  if (config.isUseLite === true) return hasLocalEmbedder() ? createLocalEmbedder() : null;
  return hasStaticEmbedder() ? createStaticEmbedder() : null;
};

const without = (embedding: Embedding): EmbeddingParts => ({
  begin: async () => undefined,
  end: async () => undefined,
  status: () => embedderStatus(embedding),
  meaningOf: async () => ({ kind: 'none', reason: null }),
});
