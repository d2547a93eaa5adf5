/** A store whose rows have vectors, made as the daemon makes them: what waits is asked for, and what was made is handed back. */
import { type Engine, type Meaning, mixedVector, textsOf } from '@cairn/core';
import { wordVector } from '@cairn/test-support';

/** One unit vector for each text, in their order. */
export type VectorsOf = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Gives every row its vector, `batchMax` at a time. */
export const embedStore = async (
  engine: Engine,
  model: string,
  batchMax: number,
  vectorsOf: VectorsOf,
): Promise<void> => {
  for (;;) {
    const { texts: owners } = await engine.unembedded(model, batchMax);
    if (owners.length === 0) return;
    const texts = [...new Set(owners.flatMap(textsOf))];
    const made = await vectorsOf(texts);
    const byText = new Map(texts.map((text, at) => [text, made[at] ?? new Float32Array()]));
    const vectors = owners.map((owner) => ({
      hash: owner.hash,
      vector: mixedVector(owner, (text) => byText.get(text)) ?? new Float32Array(),
    }));
    const kept = await engine.keepVectors({ model, vectors, owners });
    if (!kept.ok) throw new Error(kept.error.message);
  }
};

/** For speed, not for quality: texts are near when they share words. */
const WORD_MODEL = 'bench-words';
const DIMENSIONS = 512;
const BATCH = 200;

const vectorOf = (text: string): Float32Array => Float32Array.from(wordVector(text, DIMENSIONS));

export const embedByWords = (engine: Engine): Promise<void> =>
  embedStore(engine, WORD_MODEL, BATCH, async (texts) => texts.map(vectorOf));

export const meaningByWords = (question: string): Meaning => ({
  kind: 'vector',
  model: WORD_MODEL,
  vector: vectorOf(question),
  fusion: { rule: 'cosine', vectorWeight: 0.6, cosineMin: 0.3 },
});
