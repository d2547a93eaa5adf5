/** What the program of an added embedder has to know: read from the model's folder, so it has no library in it. [F-30] */
import type { TextUse } from '@cairn/core';

export const POOLINGS = ['mean', 'cls'] as const;

export interface AddedModel {
  readonly pooling: (typeof POOLINGS)[number];
  /** Set before a text. */
  readonly prefixes: Readonly<Record<TextUse, string>>;
  /** What is longer loses its end. */
  readonly tokensMax: number;
  /** What all of its vectors have in common; null while that is not known. */
  readonly center: Readonly<Record<TextUse, readonly number[]>> | null;
}

/** The files of a model, whatever their names were. */
export const ADDED_FILES = {
  model: 'model.onnx',
  tokenizer: 'tokenizer.json',
  tokenizerConfig: 'tokenizer_config.json',
} as const;

/** `wasm`: `path` is the program; `native`: the main file of onnxruntime-node, which was installed beside Cairn. */
export interface OnnxRuntime {
  readonly kind: 'wasm' | 'native';
  readonly path: string;
}

/** The one file that is fetched of onnxruntime-web; the rest of it is in our bundle. */
export const RUNTIME = {
  version: '1.30.0',
  bytes: 14_239_897,
  sha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2',
} as const;
