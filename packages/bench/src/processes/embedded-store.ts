/** Fills stores for benches, and embeds their rows as the daemon does. */
import { type Engine, type Meaning, mixedVector, openEngine, textsOf, type WriteEngine } from '@cairn/core';
import { SAMPLE_SALT, sampleDevice, sampleId, sampleMs } from '@cairn/core/testing';
import { LIMITS, vaultId } from '@cairn/schema';
import { wordVector } from '@cairn/test-support';
import { chunksOf } from '../measure.ts';
import { must } from '../must.ts';

/** Returns one unit vector for each text, in the same order. */
export type VectorsOf = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Embeds every row that has no vector of this model, `batchMax` rows at a time. */
export const embedStore = async (engine: Engine, model: string, batchMax: number, vectorsOf: VectorsOf) => {
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
    must(await engine.keepVectors({ model, vectors, owners }));
  }
};

/** Model for measuring speed, not quality: texts that share words have similar vectors. */
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

type ImportRecords = Engine['importRecords'];

/** Imports records that are all new, as from an export. */
export const importAll = async (
  engine: { readonly importRecords: ImportRecords },
  records: Parameters<ImportRecords>[0]['records'],
): Promise<void> => {
  for (const block of chunksOf(records, LIMITS.importItemsPerRequestMax)) {
    const imported = must(await engine.importRecords({ records: [...block], bundle: true }));
    if (imported.new !== block.length) throw new Error(`not filled: ${JSON.stringify(imported)}`);
  }
};

/** Imports texts into a device's database, before its daemon starts. Memories are created a minute apart, and their ids sort by time. */
export const fillStore = async (path: string, texts: readonly string[]): Promise<void> => {
  const engine = must(await openEngine({ path, deviceName: 'bench' }));
  const records = texts.map((content, n) => ({
    id: sampleId(n * 60_000),
    content,
    source: 'agent',
    createdAt: new Date(sampleMs(n * 60_000)).toISOString(),
  }));
  try {
    await importAll(engine, records);
    await engine.checkpoint();
  } finally {
    await engine.close();
  }
};

/** Puts an engine into a vault that no server has, so that its saves fill the outbox. */
export const enterSomeVault = async (engine: Pick<WriteEngine, 'identity' | 'enterVault'>): Promise<void> => {
  await engine.identity({ name: 'bench' });
  must(
    await engine.enterVault({
      vault: {
        id: vaultId(1_750_000_000_000, new Uint8Array(10).fill(1)),
        kind: 'sealed',
        server: 'http://127.0.0.1:1',
        kg: 1,
      },
      salt: SAMPLE_SALT,
      device: { id: sampleDevice, name: 'bench' },
      push: { epoch: 'e0'.repeat(16), anchor: `0.${'a0'.repeat(16)}`, lastPushNo: 0, head: 0 },
    }),
  );
};
