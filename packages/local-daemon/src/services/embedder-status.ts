/** The state of the embedder for `status` and `doctor`. [F-3] */
import type { Embedder, EmbedderState } from '@cairn/core';
import type { StatusResult } from '@cairn/schema';
import type { EmbeddingService } from './embedding.ts';

/** `missing`: the embedder is not installed. `problem` says what to do. */
export type Embedding =
  | { readonly kind: 'off' }
  | { readonly kind: 'missing'; readonly name: string; readonly problem: string }
  | { readonly kind: 'on'; readonly embedder: Embedder; readonly service: EmbeddingService };

export type EmbedderStatus = StatusResult['models']['embedder'];

export const embedderStatus = async (embedding: Embedding): Promise<EmbedderStatus> => {
  switch (embedding.kind) {
    case 'off':
      return null;
    case 'missing':
      return {
        ...{ name: embedding.name, state: 'missing', pending: 0, ...NOTHING_ASIDE },
        problem: embedding.problem,
      };
    case 'on': {
      const { embedder, service } = embedding;
      const { pending, aside, problem } = await service.status();
      const state = problem === null ? stateOf(embedder) : 'failing';
      return {
        ...{ name: embedder.model, state, pending, problem },
        ...{ aside: aside.count, asideReason: aside.reason },
      };
    }
  }
};

const NOTHING_ASIDE = { aside: 0, asideReason: null };

/** Returns the embedder's state. `failing` counts as `ready`, because the last call may have failed for a text that is set aside. */
const stateOf = (embedder: Embedder): EmbedderState => {
  const state = embedder.state();
  return state === 'failing' ? 'ready' : state;
};
