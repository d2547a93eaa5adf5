/** The program's own embedder, for stored texts and questions. */
import { type Embedder, type Engine, isZero, type Meaning, questionText, unitVector } from '@cairn/core';
import { createStaticEmbedder } from '@cairn/local-daemon/static-embedder';
import { must } from '../must.ts';
import { embedStore } from '../processes/embedded-store.ts';

export type Embedding = ReturnType<typeof openEmbedding>;

/** Makes an embedder with a cache: equal texts are embedded once, in whatever store they are. */
export const openEmbedding = () => {
  const embedder = createStaticEmbedder();
  const known = new Map<string, Float32Array>();
  const embed = async (texts: readonly string[]): Promise<void> => {
    const unknown = [...new Set(texts)].filter((text) => !known.has(text));
    if (unknown.length === 0) return;
    const vectors = await mustEmbed(embedder, unknown);
    for (const [at, text] of unknown.entries()) known.set(text, vectors[at] ?? new Float32Array());
  };
  return {
    model: embedder.model,
    /** Gives every row of a store its vector. */
    embedStore: (engine: Engine) =>
      embedStore(engine, embedder.model, embedder.batchMax, async (texts) => {
        await embed(texts);
        return texts.map((text) => known.get(text) ?? new Float32Array());
      }),
    meaningOf: async (question: string): Promise<Meaning> => {
      const text = questionText(question);
      await embed([text]);
      const vector = known.get(text) ?? new Float32Array();
      if (isZero(vector)) return { kind: 'none', reason: null };
      return { kind: 'vector', model: embedder.model, vector, fusion: embedder.fusion };
    },
    judge: embedder.judge,
    close: () => embedder.close(),
  };
};

const mustEmbed = async (embedder: Embedder, texts: readonly string[]): Promise<readonly Float32Array[]> => {
  const made = must(await embedder.embed(texts));
  return made.map((vector) => {
    const unit = embedder.hasVocabulary === true && isZero(vector) ? vector : unitVector(vector);
    if (unit === null) throw new Error('the embedder made a vector without a direction');
    return unit;
  });
};
