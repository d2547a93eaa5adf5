import { hash } from 'node:crypto';
import type { Embedder } from '@cairn/core';
import { ok } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { centred, clsPooled, commonPart, meanPooled } from '../../embedder/pooling.ts';
import { type AddWish, addEmbedder, type EmbedderShelf, type ModelSource } from './add-embedder.ts';
import { type AddedEmbedder, modelNameOf } from './added-embedder.ts';
import { knownEmbedder } from './known-embedders.ts';
import { chooseFiles, factsOf } from './model-facts.ts';
import { placeOf } from './model-place.ts';

const HUB = { hub: 'https://huggingface.co', revision: null };
const NO_WISH = { known: null, pooling: null, questionPrefix: null, textPrefix: null };
const files = (...paths: readonly string[]) => paths.map((path) => ({ path, bytes: 10 }));
const namesOf = (paths: readonly string[], wanted: string | null = null) => {
  const chosen = chooseFiles(files(...paths), wanted);
  return chosen.ok ? chosen.value.map(({ file }) => file.path) : chosen.error.message;
};

describe('[F-30] where a model is', () => {
  test.each([
    ['multilingual-e5-small', { repository: 'Xenova/multilingual-e5-small', revision: 'main' }],
    ['All-MiniLM-L6-v2', { repository: 'Xenova/all-MiniLM-L6-v2', known: { pooling: 'mean' } }],
    ['acme/some.model', { repository: 'acme/some.model', known: null, hub: HUB.hub }],
    [
      'https://hf.example/acme/m/tree/v2',
      { hub: 'https://hf.example', repository: 'acme/m', revision: 'v2' },
    ],
    ['https://hf.example/acme/m/tree/refs%2Fpr%2F1', { repository: 'acme/m', revision: 'refs/pr/1' }],
    ['https://hf.example/acme/m/tree/50%', { repository: 'acme/m', revision: '50%' }],
    ['http://127.0.0.1:9/a/b', { hub: 'http://127.0.0.1:9', repository: 'a/b' }],
    ['./models/e5', { kind: 'folder', path: './models/e5' }],
    ['/srv/e5/onnx/model.onnx', { kind: 'folder' }],
  ])('%s', (word, place) => {
    expect(placeOf(word, HUB)).toMatchObject({ ok: true, value: place });
  });

  test.each(['e5', 'a/b/c', 'http://models.example/a/b', 'https://', 'a/..'])('not %s', (word) => {
    expect(placeOf(word, HUB).ok).toBe(false);
  });
});

describe('[F-30] what is fetched of a model', () => {
  const usual = ['config.json', 'onnx/model.onnx', 'onnx/model_quantized.onnx', 'tokenizer.json'];
  test('the quantised one before the whole one, with its tokenizer and what tells how it is used', () => {
    const all = [...usual, 'tokenizer_config.json', '1_Pooling/config.json', 'model.safetensors'];
    expect(namesOf(all)).toEqual([
      ...['tokenizer_config.json', 'config.json', '1_Pooling/config.json', 'tokenizer.json'],
      'onnx/model_quantized.onnx',
    ]);
    expect(namesOf(usual, 'onnx/model.onnx')).toContain('onnx/model.onnx');
    expect(
      namesOf(['tokenizer.json', 'onnx/model_qint8_avx512.onnx', 'onnx/model_qint8_arm64.onnx']),
    ).toContain('onnx/model_qint8_arm64.onnx');
  });

  test('what is no text model, or not whole, is refused', () => {
    expect(namesOf(['config.json', 'model.safetensors'])).toContain('There is no ONNX model');
    expect(namesOf(['model.onnx', 'vocab.txt'])).toContain('There is no tokenizer.json');
    expect(namesOf(['model.onnx', 'model.onnx_data', 'tokenizer.json'])).toContain('in another file');
    const large = chooseFiles([{ path: 'model.onnx', bytes: 2e9 }, ...files('tokenizer.json')], null);
    expect(large).toMatchObject({ error: { message: expect.stringContaining('too large') } });
  });

  test('how its vectors are made is told by the person, the list, its own files, in this order', () => {
    const told: Readonly<Record<string, string>> = {
      'tokenizer_config.json': '{"model_max_length": 1e30}',
      'config-facts.json': '{"max_position_embeddings": 130}',
      'pooling-facts.json': '{"pooling_mode_cls_token": true}',
      'prompts-facts.json': '{"prompts": {"query": "Q: ", "document": "D: "}}',
    };
    const facts = (wish: Partial<Parameters<typeof factsOf>[1]>, texts = told) =>
      factsOf((name) => texts[name] ?? null, { ...NO_WISH, ...wish });
    expect(facts({})).toEqual(
      ok({ pooling: 'cls', prefixes: { question: 'Q: ', text: 'D: ' }, tokensMax: 128 }),
    );
    const known = knownEmbedder('multilingual-e5-small') ?? null;
    const prefixes = { question: 'query: ', text: 'passage: ' };
    expect(facts({ known })).toMatchObject({ value: { pooling: 'mean', prefixes } });
    expect(facts({ known, pooling: 'cls', textPrefix: '' })).toMatchObject({
      value: { pooling: 'cls', prefixes: { ...prefixes, text: '' } },
    });
    const max = { ...told, 'pooling-facts.json': '{"pooling_mode_max_tokens": true}' };
    expect(facts({}, max)).toMatchObject({ error: { message: expect.stringContaining('--pooling') } });
    expect(facts({}, {})).toMatchObject({
      error: { message: expect.stringContaining('tokenizer_config.json') },
    });
    expect(facts({}, { 'tokenizer_config.json': '{}' })).toMatchObject({
      value: { pooling: 'mean', tokensMax: 512 },
    });
  });
});

test('[F-30] vectors of tokens become one; what vectors have in common is more than chance', () => {
  const tokens = Float32Array.of(1, 2, 3, 4, 5, 6);
  expect([...meanPooled(tokens, 2)]).toEqual([3, 4]);
  expect([...clsPooled(tokens, 2)]).toEqual([1, 2]);
  const axes = Array.from({ length: 8 }, (_, at) =>
    Float32Array.from({ length: 9 }, (__, i) => (i === at ? 1 : 0)),
  );
  for (const value of commonPart(axes)) expect(value).toBeCloseTo(0, 6);
  const leaning = axes.map((axis) => axis.map((value, at) => (at === 8 ? 2 : value)));
  const common = commonPart(leaning);
  expect(common.at(-1)).toBeCloseTo(2 / Math.sqrt(5), 1);
  const [a = new Float32Array(), b = new Float32Array()] = leaning.map((one) => centred(one, common));
  expect(a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)).toBeLessThan(0.1);
});

const GB = 1e9;
const scene = (options: { free?: number; vectors?: (texts: readonly string[]) => Float32Array[] } = {}) => {
  const texts = (name: string) => (name === 'tokenizer_config.json' ? '{}' : null);
  const settled: AddedEmbedder[] = [];
  let before: AddedEmbedder | null = null;
  const shelf: EmbedderShelf = {
    ...{ read: () => before, textOf: texts, freeBytes: () => options.free ?? GB, heldBytes: () => 0 },
    ...{ draft: () => undefined, keepOnly: () => undefined },
    settle: (one) => settled.push(one),
  };
  const embed = options.vectors ?? ((all) => all.map((text, at) => Float32Array.of(at, text.length)));
  const embedder: Embedder = {
    ...{ model: 'x', fusion: { rule: 'cosine', vectorWeight: 1, cosineMin: 0 }, batchMax: 8 },
    embed: async (all) => ok(embed(all)),
    state: () => 'ready',
    close: async () => undefined,
  };
  const source = (content: string): ModelSource => ({
    told: { kind: 'hub', hub: HUB.hub, repository: 'a/b', revision: 'c'.repeat(40) },
    files: files('tokenizer.json', 'tokenizer_config.json', 'model.onnx'),
    bring: async ({ name, file }) =>
      ok({ ...{ name, from: file.path, bytes: file.bytes, proof: 'hub' }, sha256: hash('sha256', content) }),
  });
  const wish: AddWish = { ...NO_WISH, name: 'b', file: null, sha256: null };
  const add = (content = 'it', more: Partial<AddWish> = {}) =>
    addEmbedder(
      source(content),
      { ...wish, ...more },
      {
        ...{ shelf, start: () => embedder, nowMs: () => Date.UTC(2026, 0, 2), onProgress: () => undefined },
      },
    );
  return { add, settled, keep: (one: AddedEmbedder) => (before = one) };
};

describe('[F-30] adding', () => {
  test('the name of its vectors changes with what makes them', async () => {
    const { add } = scene();
    const [one, again, other, cls] = [
      await add(),
      await add(),
      await add('other'),
      await add('it', { pooling: 'cls' }),
    ];
    const names = [one, again, other, cls].map((made) =>
      made.ok ? modelNameOf(made.value) : made.error.message,
    );
    expect(new Set(names).size).toBe(3);
    expect(names[0]).toBe(names[1]);
  });

  test('a full disk is told before anything is fetched', async () => {
    const { add, settled } = scene({ free: 1_000_000 });
    expect(await add()).toMatchObject({
      error: {
        kind: 'storage_full',
        message:
          'It needs 51 MB on the disk, and 1 MB are free. Free some space, then run the command again.',
      },
    });
    expect(settled).toEqual([]);
  });

  test('the same revision with other bytes is refused', async () => {
    const { add, keep, settled } = scene();
    const first = await add();
    if (!first.ok) throw new Error(first.error.message);
    keep(first.value);
    expect(await add('other')).toMatchObject({
      error: { message: expect.stringContaining('differs from the file of the same revision on 2026-01-02') },
    });
    expect(settled).toHaveLength(1);
  });

  test.each([
    ['the same for every text', () => Float32Array.of(1, 0), 'It makes the same vector for every text.'],
    ['not numbers', () => Float32Array.of(Number.NaN, 1), 'Its vectors are not numbers.'],
    ['empty', () => new Float32Array(), 'Its vectors are not numbers.'],
  ])('a model whose vectors are %s is refused', async (_, vector, sentence) => {
    const { add, settled } = scene({ vectors: (all) => all.map(vector) });
    expect(await add()).toMatchObject({ error: { message: `The model cannot be used. ${sentence}` } });
    expect(settled).toEqual([]);
  });
});
