/** The configured embedder and its services. Without an embedder they do nothing. [F-3, F-30] */
import type { Embedder, Meaning } from '@cairn/core';
import { exhaustive } from '@cairn/schema';
import { createAddedEmbedder } from '../adapters/added-embedder.ts';
import { createEmbedderFolders } from '../adapters/embedder-folders.ts';
import { createEndpointEmbedder } from '../adapters/endpoint-embedder.ts';
import { findRuntime } from '../adapters/onnx-runtime.ts';
import { createStaticEmbedder, hasStaticEmbedder } from '../adapters/static-embedder.ts';
import type { EmbedConfig } from '../config-embed.ts';
import { type Embedding, embedderStatus } from '../services/embedder-status.ts';
import { modelNameOf } from '../services/embedders/added-embedder.ts';
import { createEmbedding } from '../services/embedding.ts';
import type { EmbeddingDeps } from '../services/embedding-batches.ts';
import { createQuestionVectors, type QuestionVectorsDeps } from '../services/question-vectors.ts';

const ENDPOINT_MS_MAX = 30_000;

export const createEmbeddingParts = (
  config: EmbedConfig,
  embedders: string,
  deps: Omit<EmbeddingDeps, 'embedder'> & Pick<QuestionVectorsDeps, 'fusion'>,
) => {
  const chosen = embedderOf(config, embedders);
  if (chosen.kind !== 'on') return without(chosen);
  const { embedder } = chosen;
  const service = createEmbedding({ ...deps, embedder });
  const questions = createQuestionVectors({
    embedder,
    hasVectors: service.hasVectors,
    catchUp: service.catchUp,
    timers: deps.timers,
    fusion: deps.fusion,
  });
  return {
    begin: service.begin,
    end: service.end,
    status: () => embedderStatus({ kind: 'on', embedder, service }),
    meaningOf: questions.meaningOf,
  };
};

type Without = Exclude<Embedding, { readonly kind: 'on' }>;
type Chosen = Without | { readonly kind: 'on'; readonly embedder: Embedder };

const on = (embedder: Embedder): Chosen => ({ kind: 'on', embedder });
const missing = (name: string, problem: string): Chosen => ({ kind: 'missing', name, problem });

const embedderOf = (config: EmbedConfig, embedders: string): Chosen => {
  switch (config.kind) {
    case 'off':
      return { kind: 'off' };
    case 'endpoint':
      return on(createEndpointEmbedder({ ...config, timeoutMs: ENDPOINT_MS_MAX }));
    case 'local':
      return hasStaticEmbedder() ? on(createStaticEmbedder()) : missing('local', NOT_INSTALLED);
    case 'added':
      return addedOf(config, embedders);
    default:
      return exhaustive(config);
  }
};

const NOT_INSTALLED =
  'The local embedder is not installed; search is by words. Install Cairn again, or set CAIRN_EMBED_BASE_URL.';

const addedOf = ({ name, fusion }: Extract<EmbedConfig, { kind: 'added' }>, embedders: string): Chosen => {
  const folders = createEmbedderFolders(embedders);
  const added = folders.read(name);
  const runtime = findRuntime(embedders);
  if (added === null || runtime === null)
    return missing(
      name,
      `The embedder "${name}" is missing or incomplete on this device; search is by words. Run \`cairn embedder add\` for it again, or \`cairn embedder use built-in\`.`,
    );
  const folder = folders.folderOf(name);
  return on(createAddedEmbedder({ folder, model: modelNameOf(added), runtime, fusion }));
};

const NO_MEANING: Meaning = { kind: 'none', reason: null };

const without = (embedding: Without) => ({
  begin: async () => undefined,
  end: async () => undefined,
  status: () => embedderStatus(embedding),
  meaningOf: async () => NO_MEANING,
});
