/** What `status` and `doctor` say of the embedder. [F-3] */
import type { Embedder } from '@cairn/core';
import type { StatusResult } from '@cairn/schema';
import type { EmbeddingService } from './embedding.ts';

/** `missing`: the optional packages are not installed. Null: switched off. */
export type Embedding =
  | { readonly kind: 'off' | 'missing' }
  | { readonly kind: 'on'; readonly embedder: Embedder; readonly service: EmbeddingService };

export type EmbedderStatus = StatusResult['models']['embedder'];

export const MISSING =
  'The packages of the local embedder are not installed; search is by words. Install Cairn with its optional dependencies, or set CAIRN_EMBED_BASE_URL.';

export const embedderStatus = async (embedding: Embedding): Promise<EmbedderStatus> => {
  switch (embedding.kind) {
    case 'off':
      return null;
    case 'missing':
      return { name: 'local', state: 'missing', pending: 0, problem: MISSING };
    case 'on': {
      const { embedder, service } = embedding;
      const { pending, problem } = await service.status();
      const state = problem === null ? embedder.state() : 'failing';
      return { name: embedder.model, state, pending, problem };
    }
  }
};
