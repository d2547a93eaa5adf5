/** What the program of an added embedder reads from the model's folder. No library is imported here. [F-30] */
import type { TextUse } from '@cairn/core';

export const POOLINGS = ['mean', 'cls'] as const;

export interface AddedModel {
  readonly pooling: (typeof POOLINGS)[number];
  /** Written before a text. */
  readonly prefixes: Readonly<Record<TextUse, string>>;
  /** The end of a longer text is dropped. */
  readonly tokensMax: number;
  /** What all of its vectors have in common; null while unknown. */
  readonly center: Readonly<Record<TextUse, readonly number[]>> | null;
}

/** The files of a model under our names. */
export const ADDED_FILES = {
  model: 'model.onnx',
  tokenizer: 'tokenizer.json',
  tokenizerConfig: 'tokenizer_config.json',
} as const;

/** `wasm`: `path` is the program. `native`: `path` is the main file of onnxruntime-node, installed beside Cairn. */
export interface OnnxRuntime {
  readonly kind: 'wasm' | 'native';
  readonly path: string;
}

/** The only file of onnxruntime-web that is downloaded. Our bundle contains the rest. */
export const RUNTIME = {
  version: '1.30.0',
  bytes: 14_239_897,
  sha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2',
} as const;
