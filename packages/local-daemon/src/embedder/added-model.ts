/** Types and constants of an added embedder's folder. This module imports no library. [F-30] */
import type { TextUse } from '@cairn/core';

export const POOLINGS = ['mean', 'cls'] as const;

export interface AddedModel {
  readonly pooling: (typeof POOLINGS)[number];
  /** Text that is written before a text to embed. */
  readonly prefixes: Readonly<Record<TextUse, string>>;
  /** Limit of tokens. The end of a longer text is dropped. */
  readonly tokensMax: number;
  /** Common part of all vectors; null while unknown. */
  readonly center: Readonly<Record<TextUse, readonly number[]>> | null;
}

/** Names of the model's files in the folder. */
export const ADDED_FILES = {
  model: 'model.onnx',
  tokenizer: 'tokenizer.json',
  tokenizerConfig: 'tokenizer_config.json',
} as const;

/**
 * Runtime of the model. `wasm`: `path` is the program. `native`: `path` is the main file of onnxruntime-node, installed
 * beside Cairn.
 */
export interface OnnxRuntime {
  readonly kind: 'wasm' | 'native';
  readonly path: string;
}

/** The only file of onnxruntime-web that is downloaded. Cairn's bundle contains the rest. */
export const RUNTIME = {
  version: '1.30.0',
  bytes: 14_239_897,
  sha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2',
} as const;
