/** The configured embedder and its services. Without an embedder they do nothing. [F-3, F-30] */
import type { Embedder, Meaning } from '@cairn/core';
import type { EmbedderStatus } from '@cairn/schema';
import { createAddedEmbedder } from '../adapters/added-embedder.ts';
import { createEmbedderFolders } from '../adapters/embedder-folders.ts';
import { createEndpointEmbedder } from '../adapters/endpoint-embedder.ts';
import { findRuntime } from '../adapters/onnx-runtime.ts';
import { createStaticEmbedder, hasStaticEmbedder } from '../adapters/static-embedder.ts';
import type { EmbedConfig } from '../config-embed.ts';
import { modelNameOf } from '../services/embedders/added-embedder.ts';
import { createEmbedding, type EmbeddingService } from '../services/embedding.ts';
import type { EmbeddingDeps } from '../services/embedding-batches.ts';
import { createQuestionVectors, type QuestionVectorsDeps } from '../services/question-vectors.ts';

const ENDPOINT_MS_MAX = 30_000;

export const createEmbeddingParts = (
  config: EmbedConfig,
  embedders: string,
  deps: Omit<EmbeddingDeps, 'embedder'> & Pick<QuestionVectorsDeps, 'fusion'>,
) => {
  const chosen = embedderOf(config, embedders);
  if (chosen === null || !('embed' in chosen)) return without(chosen);
  const embedder = chosen;
  const service = createEmbedding({ ...deps, embedder });
  const { hasVectors, catchUp, begin, end } = service;
  const { meaningOf } = createQuestionVectors({ ...deps, embedder, hasVectors, catchUp });
  return { begin, end, status: () => statusOf(embedder, service), meaningOf, judge: embedder.judge };
};

const statusOf = async (embedder: Embedder, service: EmbeddingService): Promise<EmbedderStatus | null> => {
  const { pending, aside, problem } = await service.status();
  const state = embedder.state();
  // The last call may have failed only for a text that is set aside.
  const shown = problem !== null ? 'failing' : state === 'failing' ? 'ready' : state;
  return {
    ...{ name: embedder.model, state: shown, pending, problem },
    ...{ aside: aside.count, asideReason: aside.reason },
  };
};

const missing = (name: string, problem: string): EmbedderStatus => ({
  ...{ name, state: 'missing', problem, pending: 0, aside: 0, asideReason: null },
});

/** Returns the status of an embedder that is not installed, and null if embedding is off. */
const embedderOf = (config: EmbedConfig, embedders: string): Embedder | EmbedderStatus | null => {
  if (config.kind === 'off') return null;
  if (config.kind === 'added') return addedOf(config, embedders);
  if (config.kind === 'endpoint') return createEndpointEmbedder({ ...config, timeoutMs: ENDPOINT_MS_MAX });
  return hasStaticEmbedder() ? createStaticEmbedder() : missing('local', NOT_INSTALLED);
};

const NOT_INSTALLED =
  'The local embedder is not installed; search is by words. Install Cairn again, or set CAIRN_EMBED_BASE_URL.';

const addedOf = ({ name, fusion }: Extract<EmbedConfig, { kind: 'added' }>, embedders: string) => {
  const folders = createEmbedderFolders(embedders);
  const added = folders.read(name);
  const runtime = findRuntime(embedders);
  if (added === null || runtime === null)
    return missing(
      name,
      `The embedder "${name}" is missing or incomplete on this device; search is by words. Run \`cairn embedder add\` for it again, or \`cairn embedder use built-in\`.`,
    );
  const folder = folders.folderOf(name);
  return createAddedEmbedder({ folder, model: modelNameOf(added), runtime, fusion });
};

const NO_MEANING: Meaning = { kind: 'none', reason: null };

const without = (status: EmbedderStatus | null) => ({
  begin: async () => undefined,
  end: async () => undefined,
  status: async () => status,
  meaningOf: async () => NO_MEANING,
});
