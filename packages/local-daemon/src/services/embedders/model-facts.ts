/**
 * Chooses the files of a model that an embedder needs, and reads how its vectors are made. Refuses a model that is not for text. [F-30]
 */
import { type Checked, ok, parseJson, refuseInput } from '@cairn/schema';
import * as z from 'zod';
import { ADDED_FILES, type AddedModel } from '../../embedder/added-model.ts';
import type { KnownEmbedder } from './known-embedders.ts';

/** A file of a repository or a folder. */
export interface ListedFile {
  /** Path in the repository or folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
}

/** `name`: the name under which the file is kept. */
export interface ChosenFile<F extends ListedFile> {
  readonly name: string;
  readonly file: F;
}

/** Files that say how the model's vectors are made. They are kept beside the model. */
const FACTS_FILES = {
  config: 'config.json',
  pooling: '1_Pooling/config.json',
  prompts: 'config_sentence_transformers.json',
} as const;

/**
 * Usual names of the model's file, smallest file first. One byte per weight is enough, because vectors are kept with one byte per
 * dimension.
 */
const MODEL_FILES: readonly RegExp[] = [
  /^(onnx\/)?model_quantized\.onnx$/,
  /^(onnx\/)?model_(u?int8|qu?int8[\w]*)\.onnx$/,
  /^(onnx\/)?model\.onnx$/,
  /^(onnx\/)?[\w.-]+\.onnx$/,
];
const MODEL_BYTES_MAX = 1_500_000_000;
const TOKENIZER_BYTES_MAX = 64_000_000;
const FACTS_BYTES_MAX = 4_000_000;

/** Returns the files to fetch. `wanted`: the model's path, if the person named it. */
export const chooseFiles = <F extends ListedFile>(
  files: readonly F[],
  wanted: string | null,
): Checked<readonly ChosenFile<F>[]> => {
  const at = (path: string): F | undefined => files.find((file) => file.path === path);
  const model = modelIn(files, wanted);
  if (model === undefined)
    return refuseInput(
      wanted === null
        ? 'There is no ONNX model (a file that ends in .onnx). Some models have one in another repository.'
        : `There is no file ${wanted}.`,
    );
  if (files.some(({ path }) => path === `${model.path}_data` || path === `${model.path}.data`))
    return refuseInput(`${model.path} has its weights in another file. Choose a complete one with --file.`);
  const tokenizer = at('tokenizer.json');
  if (tokenizer === undefined)
    return refuseInput(
      'There is no tokenizer.json: it is not a text model, or its tokenizer is not supported.',
    );
  const rest = [
    { name: ADDED_FILES.tokenizerConfig, file: at('tokenizer_config.json') },
    ...Object.entries(FACTS_FILES).map(([name, path]) => ({ name: `${name}-facts.json`, file: at(path) })),
  ].flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]));
  const chosen = [
    ...rest,
    { name: ADDED_FILES.tokenizer, file: tokenizer },
    { name: ADDED_FILES.model, file: model },
  ];
  const large = chosen.find(({ name, file }) => file.bytes > bytesMaxOf(name));
  return large === undefined
    ? ok(chosen)
    : refuseInput(
        `${large.file.path} is too large: ${large.file.bytes} bytes of at most ${bytesMaxOf(large.name)}.`,
      );
};

const bytesMaxOf = (name: string): number => {
  if (name === ADDED_FILES.model) return MODEL_BYTES_MAX;
  return name === ADDED_FILES.tokenizer ? TOKENIZER_BYTES_MAX : FACTS_BYTES_MAX;
};

const modelIn = <F extends ListedFile>(files: readonly F[], wanted: string | null): F | undefined => {
  if (wanted !== null) return files.find(({ path }) => path === wanted);
  for (const pattern of MODEL_FILES) {
    const found = files.filter(({ path }) => pattern.test(path));
    // Several files of one kind are for several kinds of machine. The one with the shortest name runs on all of them.
    const [first] = found.toSorted((a, b) => a.path.length - b.path.length || a.path.localeCompare(b.path));
    if (first !== undefined) return first;
  }
  return undefined;
};

const config = z.looseObject({ max_position_embeddings: z.number().optional() });
const tokenizerConfig = z.looseObject({ model_max_length: z.number().optional() });
const pooling = z.looseObject({
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
});
const prompts = z.looseObject({ prompts: z.record(z.string(), z.string()).optional() });

/** The time grows with the square of the tokens, and an embedded text is only a memory or a turn. */
const TOKENS_MAX = 512;
const TOKENS_MIN = 8;
/** Some models number their positions from 2 on. */
const POSITIONS_BEFORE = 2;

export interface FactsWish {
  readonly known: KnownEmbedder | null;
  /** The person's choices: the pooling and the two prefixes override all other facts. */
  readonly pooling: AddedModel['pooling'] | null;
  readonly questionPrefix: string | null;
  readonly textPrefix: string | null;
}

/** Returns how the model's vectors are made. `textOf`: returns the text of a chosen file by its kept name. Null without that file. */
export const factsOf = (
  textOf: (name: string) => string | null,
  wish: FactsWish,
): Checked<Omit<AddedModel, 'center'>> => {
  const read = <T>(name: string, schema: z.ZodType<T>): T | null => {
    const text = textOf(name);
    const parsed = text === null ? null : schema.safeParse(parseJson(text));
    return parsed?.success ? parsed.data : null;
  };
  if (textOf(ADDED_FILES.tokenizerConfig) === null)
    return refuseInput('There is no tokenizer_config.json, without which the tokenizer is not known.');
  const said = read('pooling-facts.json', pooling);
  if (
    said !== null &&
    wish.pooling === null &&
    wish.known === null &&
    said.pooling_mode_cls_token !== true &&
    said.pooling_mode_mean_tokens !== true
  )
    return refuseInput(
      'Its vectors are made in a way that is not supported. Give --pooling mean or --pooling cls.',
    );
  const told = read('prompts-facts.json', prompts)?.prompts ?? {};
  const positions =
    read('config-facts.json', config)?.max_position_embeddings ?? TOKENS_MAX + POSITIONS_BEFORE;
  const length = read(ADDED_FILES.tokenizerConfig, tokenizerConfig)?.model_max_length ?? TOKENS_MAX;
  return ok({
    pooling: wish.pooling ?? wish.known?.pooling ?? (said?.pooling_mode_cls_token === true ? 'cls' : 'mean'),
    prefixes: {
      question: wish.questionPrefix ?? wish.known?.prefixes.question ?? told.query ?? '',
      text: wish.textPrefix ?? wish.known?.prefixes.text ?? told.passage ?? told.document ?? '',
    },
    tokensMax: Math.max(TOKENS_MIN, Math.min(TOKENS_MAX, length, positions - POSITIONS_BEFORE)),
  });
};
