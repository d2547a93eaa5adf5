/**
 * Embedding models with a short name: their repositories, how their vectors are made, and the languages and licenses that their authors
 * state. Other facts are read from the model's own files. [F-30]
 */
import type { AddedModel } from '../../embedder/added-model.ts';

export interface KnownEmbedder {
  readonly name: string;
  /** `owner/name` on the hub. */
  readonly repository: string;
  readonly pooling: AddedModel['pooling'];
  readonly prefixes: AddedModel['prefixes'];
  readonly languages: string;
  readonly license: string;
  /** Approximate size of the download. */
  readonly megabytes: number;
}

const NO_PREFIXES = { question: '', text: '' };
const E5 = { pooling: 'mean', prefixes: { question: 'query: ', text: 'passage: ' } } as const;

export const KNOWN_EMBEDDERS: readonly KnownEmbedder[] = [
  {
    ...{ name: 'multilingual-e5-small', repository: 'Xenova/multilingual-e5-small', ...E5 },
    ...{ languages: 'about 100', license: 'MIT', megabytes: 135 },
  },
  {
    ...{ name: 'multilingual-e5-base', repository: 'Xenova/multilingual-e5-base', ...E5 },
    ...{ languages: 'about 100', license: 'MIT', megabytes: 296 },
  },
  {
    ...{ name: 'paraphrase-multilingual-minilm', pooling: 'mean', prefixes: NO_PREFIXES },
    repository: 'Xenova/paraphrase-multilingual-MiniLM-L12-v2',
    ...{ languages: 'about 50', license: 'Apache-2.0', megabytes: 135 },
  },
  {
    ...{ name: 'gte-multilingual', pooling: 'cls', prefixes: NO_PREFIXES },
    repository: 'onnx-community/gte-multilingual-base',
    ...{ languages: 'about 70', license: 'Apache-2.0', megabytes: 358 },
  },
  {
    ...{ name: 'bge-small-en', repository: 'Xenova/bge-small-en-v1.5', pooling: 'cls' },
    prefixes: { question: 'Represent this sentence for searching relevant passages: ', text: '' },
    ...{ languages: 'English', license: 'MIT', megabytes: 35 },
  },
  {
    ...{ name: 'all-minilm-l6-v2', repository: 'Xenova/all-MiniLM-L6-v2', pooling: 'mean' },
    prefixes: NO_PREFIXES,
    ...{ languages: 'English', license: 'Apache-2.0', megabytes: 24 },
  },
];

export const knownEmbedder = (name: string): KnownEmbedder | undefined =>
  KNOWN_EMBEDDERS.find((one) => one.name === name.toLowerCase());
