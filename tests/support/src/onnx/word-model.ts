// An embedding model that knows a few words: real ONNX, with an int8 table read by Gather, and a tokenizer file in the usual format.
// Words of one meaning have the same direction in any language.

import { node, ONNX_TYPES, onnxModel, tensor, value } from './onnx-writer.ts';

export interface WordModelOptions {
  /** Words by meaning. Each list has its own direction. */
  readonly meanings: readonly (readonly string[])[];
  /** Part that all words share, relative to 1 for the meaning; 0 by default. It raises the cosine of unrelated texts. */
  readonly inCommon?: number;
  /** Name of an input that the graph requires in place of the tokens. */
  readonly wants?: string;
  /** Unused bytes that make the file longer. */
  readonly ballastBytes?: number;
  /** Kind of the tokenizer's model; `WordPiece` by default. */
  readonly tokenizer?: string;
}

/** Files by path, as in a repository. */
export type ModelFiles = Readonly<Record<string, Uint8Array>>;

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
/** Words of prefixes, without a meaning. */
const EMPTY = ['query', 'passage', ':', 'user', 'assistant'];
const SCALE = 64;

export const wordModel = ({
  meanings,
  inCommon = 0,
  wants = 'input_ids',
  ballastBytes = 0,
  tokenizer = 'WordPiece',
}: WordModelOptions): ModelFiles => {
  const rows = [
    ...[...SPECIAL, ...EMPTY].map((word) => ({ word, at: -1 })),
    ...meanings.flatMap((words, at) => words.map((word) => ({ word, at }))),
  ];
  const dims = meanings.length + 1;
  const table = new Int8Array(rows.length * dims);
  for (const [row, { at }] of rows.entries()) {
    if (at >= 0) table[row * dims + at] = SCALE;
    table[row * dims + dims - 1] = Math.round(inCommon * SCALE);
  }
  return {
    'onnx/model_quantized.onnx': onnxModel({
      nodes: [
        node('Gather', ['table', wants], 'rows'),
        node('DequantizeLinear', ['rows', 'scale'], 'last_hidden_state'),
      ],
      tensors: [
        tensor('table', ONNX_TYPES.int8, [rows.length, dims], new Uint8Array(table.buffer)),
        tensor('ballast', ONNX_TYPES.int8, [ballastBytes], new Uint8Array(ballastBytes)),
        tensor('scale', ONNX_TYPES.float, [], new Uint8Array(Float32Array.of(1 / SCALE).buffer)),
      ],
      inputs: [wants, 'attention_mask'].map((name) => value(name, ONNX_TYPES.int64, ['batch', 'tokens'])),
      outputs: [value('last_hidden_state', ONNX_TYPES.float, ['batch', 'tokens', dims])],
    }),
    'tokenizer.json': json(tokenizerOf(rows, tokenizer)),
    'tokenizer_config.json': json({ model_max_length: 64, tokenizer_class: 'BertTokenizer' }),
    'config.json': json({ model_type: 'bert', hidden_size: dims, max_position_embeddings: 64 }),
    'README.md': new TextEncoder().encode('---\nlicense: mit\n---\n'),
  };
};

const json = (all: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(all));

const tokenizerOf = (rows: readonly { readonly word: string }[], type: string) => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: SPECIAL.map((content, id) => ({
    ...{ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true },
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type,
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(rows.map(({ word }, at) => [word, at])),
  },
});
