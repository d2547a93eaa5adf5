import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ModelFiles, startModelHub, type WordModelOptions, wordModel } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { type AddWish, addEmbedder } from '../services/embedders/add-embedder.ts';
import { modelNameOf } from '../services/embedders/added-embedder.ts';
import { createAddedEmbedder } from './added-embedder.ts';
import { createEmbedderFolders } from './embedder-folders.ts';
import { openHub } from './model-hub.ts';
import { bringRuntime } from './onnx-runtime.ts';

/** The real program, as it lies in the package of which the checksum is known. */
const RUNTIME = fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
const FUSION = { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0.25 } as const;
const MEANINGS = [
  ['dog', 'puppy', 'Hund', 'perro'].map((word) => word.toLowerCase()),
  ['deploy', 'ship', 'release'],
  ['train', 'zug'],
  ['database', 'datenbank'],
];
const WISH: AddWish = {
  ...{ name: 'words', file: null, sha256: null, known: null, pooling: null },
  ...{ questionPrefix: null, textPrefix: null },
};

const added = async (options: Partial<WordModelOptions> = {}, wish: Partial<AddWish> = {}) => {
  const root = join(await homeForTest(), 'embedders');
  const files: ModelFiles = wordModel({ meanings: MEANINGS, ...options });
  const hub = await startModelHub({ 'us/words': files });
  onTestFinished(() => hub.close());
  mkdirSync(root);
  const runtime = await bringRuntime(root, RUNTIME, { onBytes: () => undefined });
  if (!runtime.ok) throw new Error(runtime.error.message);
  const folders = createEmbedderFolders(root);
  const { folder, shelf } = folders.begin('words');
  const place = { hub: hub.url, repository: 'us/words', revision: 'main', folder };
  const source = await openHub(place);
  if (!source.ok) throw new Error(source.error.message);
  const start = (from: string) => {
    const embedder = createAddedEmbedder({
      folder: from,
      model: 'x',
      runtime: runtime.value,
      fusion: FUSION,
    });
    onTestFinished(() => embedder.close());
    return embedder;
  };
  const outcome = await addEmbedder(
    source.value,
    { ...WISH, ...wish },
    { shelf, start: () => start(folder), nowMs: Date.now, onProgress: () => undefined },
  );
  return { outcome, folders, start: () => start(folders.folderOf('words')) };
};

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number => {
  const dot = (x: Float32Array | undefined, y: Float32Array | undefined): number =>
    (x ?? new Float32Array()).reduce((sum, value, at) => sum + value * (y?.[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

test('[F-30] a model of ONNX is fetched, tried, and makes vectors by the meaning of words in several languages', async () => {
  const { outcome, folders, start } = await added();
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      ...{
        name: 'words',
        dimensions: 5,
        pooling: 'mean',
        tokensMax: 62,
        prefixes: { question: '', text: '' },
      },
      source: { kind: 'hub', repository: 'us/words', revision: expect.stringMatching(/^[0-9a-f]{40}$/) },
    },
  });
  expect(folders.list().map(modelNameOf)).toEqual([expect.stringMatching(/^words-[0-9a-f]{12}$/)]);
  const made = await start().embed(['dog', 'the perro', 'deploy it']);
  if (!made.ok) throw new Error(made.error.message);
  const [dog, perro, deploy] = made.value;
  expect(cosine(dog, perro)).toBeGreaterThan(0.9);
  expect(cosine(dog, deploy)).toBeLessThan(0.3);
});

test('[F-30] what all vectors of a model have in common is taken out of them', async () => {
  const { outcome, start } = await added({ inCommon: 1.9 });
  expect(outcome).toMatchObject({ ok: true });
  const made = await start().embed(['dog', 'puppy', 'deploy']);
  if (!made.ok) throw new Error(made.error.message);
  const [dog, puppy, deploy] = made.value;
  // By the model alone the two have a cosine of .78.
  expect(cosine(dog, deploy)).toBeLessThan(0.4);
  expect(cosine(dog, puppy)).toBeGreaterThan(0.9);
});

test.each([
  ['that wants a picture', { wants: 'pixel_values' }, {}, 'It is not a text model: it needs "pixel_values".'],
  [
    'with a strange tokenizer',
    { tokenizer: 'Runes' },
    {},
    'Its tokenizer is of a kind that is not supported',
  ],
  ['that is not the one wanted', {}, { sha256: 'ab'.repeat(32) }, 'not the one that you gave'],
  ['whose file is another', {}, { file: 'onnx/other.onnx' }, 'There is no file onnx/other.onnx.'],
] as const)('[F-30] a model %s is refused with a sentence', async (_, options, wish, sentence) => {
  const { outcome, folders } = await added(options, wish);
  expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining(sentence) } });
  expect(folders.list()).toEqual([]);
});
