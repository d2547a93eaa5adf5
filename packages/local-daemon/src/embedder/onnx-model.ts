/**
 * Loads a text embedding model in ONNX and its tokenizer from the folder of `cairn embedder add`. Each text is embedded
 * in a run of its own. Padding would change the result of a quantised model, and equal texts must have equal vectors.
 * [F-30]
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TextUse } from '@cairn/core';
import { errorText } from '@cairn/schema';
import { Tokenizer } from '@huggingface/tokenizers';
import * as wasm from 'onnxruntime-web/wasm';
import type { AddedModel, OnnxRuntime } from './added-model.ts';
import { ADDED_FILES, RUNTIME } from './added-model.ts';
import { centred, clsPooled, meanPooled } from './pooling.ts';
import type { LoadedModel } from './serve.ts';

type Ort = Pick<typeof wasm, 'InferenceSession' | 'Tensor'>;
type Session = Awaited<ReturnType<Ort['InferenceSession']['create']>>;

/** Inputs of a text embedding model. A model with other inputs is refused. */
const INPUTS: readonly string[] = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'];
const TOKENIZERS: readonly string[] = ['WordPiece', 'Unigram', 'BPE'];
/** Outputs that hold one vector for the whole text. */
const POOLED: readonly string[] = ['sentence_embedding', 'text_embeds'];

export const loadOnnxModel = async (
  folder: string,
  model: AddedModel,
  runtime: OnnxRuntime,
): Promise<LoadedModel> => {
  const tokenizer = readTokenizer(folder);
  const ort = await loadRuntime(runtime);
  const session = await ort.InferenceSession.create(readFileSync(join(folder, ADDED_FILES.model)), {
    executionProviders: [runtime.kind === 'native' ? 'cpu' : 'wasm'],
    intraOpNumThreads: 1,
  });
  const strange = session.inputNames.find((name) => !INPUTS.includes(name));
  if (strange !== undefined || !session.inputNames.includes('input_ids'))
    throw new Error(`It is not a text model: it needs "${strange ?? session.inputNames.join()}".`);
  const embedOne = async (text: string, use: TextUse): Promise<Float32Array> => {
    const ids = tokensOf(tokenizer, `${model.prefixes[use]}${text}`, model.tokensMax);
    const vector = await run(ort, session, ids, model.pooling);
    const center = model.center?.[use];
    return center === undefined ? vector : centred(vector, center);
  };
  return {
    async embed(texts, use) {
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(await embedOne(text, use));
      return vectors;
    },
  };
};

/** Loads the runtime. The WebAssembly program was downloaded, so its checksum is verified at every load. */
const loadRuntime = async ({ kind, path }: OnnxRuntime): Promise<Ort> => {
  if (kind === 'native') {
    const native: { readonly default?: Ort } & Ort = await import(pathToFileURL(path).href);
    return native.default ?? native;
  }
  const program = readFileSync(path);
  if (hash('sha256', program) !== RUNTIME.sha256)
    throw new Error('The runtime was changed after the download: run `cairn embedder add` again.');
  wasm.env.wasm.wasmBinary = program;
  wasm.env.wasm.numThreads = 1;
  return wasm;
};

const readTokenizer = (folder: string): Tokenizer => {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  try {
    const tokenizer = read(ADDED_FILES.tokenizer);
    // The library guesses for unknown kinds, and its tokens would differ from those that the model was trained on.
    const kind: unknown = tokenizer.model?.type ?? 'WordPiece';
    if (typeof kind !== 'string' || !TOKENIZERS.includes(kind)) throw new Error(String(kind));
    return new Tokenizer(tokenizer, read(ADDED_FILES.tokenizerConfig));
  } catch (error) {
    throw new Error(`Its tokenizer is of a kind that is not supported: ${errorText(error)}`);
  }
};

/** Returns the text's tokens. A text that is too long loses its end, but keeps the token that ends every text. */
const tokensOf = (tokenizer: Tokenizer, text: string, max: number): readonly number[] => {
  const { ids } = tokenizer.encode(text);
  return ids.length <= max ? ids : [...ids.slice(0, max - 1), ...ids.slice(-1)];
};

const run = async (
  ort: Ort,
  session: Session,
  ids: readonly number[],
  pooling: AddedModel['pooling'],
): Promise<Float32Array> => {
  const values: Readonly<Record<string, (id: number, at: number) => number>> = {
    input_ids: (id) => id,
    attention_mask: () => 1,
    position_ids: (_, at) => at,
  };
  const feeds = Object.fromEntries(
    session.inputNames.map((name) => {
      const of = values[name] ?? (() => 0);
      const data = BigInt64Array.from(ids, (id, at) => BigInt(of(id, at)));
      return [name, new ort.Tensor('int64', data, [1, ids.length])];
    }),
  );
  const outputs = await session.run(feeds);
  const pooled = session.outputNames.find((name) => POOLED.includes(name));
  const output = outputs[pooled ?? session.outputNames[0] ?? ''];
  if (output === undefined || !(output.data instanceof Float32Array))
    throw new Error(`It is not a text model: its output is ${output?.type ?? 'none'}, not float32.`);
  const { data, dims } = output;
  if (dims.length === 2) return Float32Array.from(data);
  const [, tokens = 0, width = 0] = dims;
  if (dims.length !== 3 || tokens === 0)
    throw new Error(`It is not a text model: its output has the shape [${dims.join(', ')}].`);
  return pooling === 'cls' ? clsPooled(data, width) : meanPooled(data, width);
};
