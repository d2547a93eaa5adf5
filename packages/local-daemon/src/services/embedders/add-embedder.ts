/**
 * Adds an embedder that a person asked for: its files come to a place beside, are compared with their checksums, and are tried; only then
 * it is there. An add that ends early leaves what it has, and the next one goes on. Nothing else ever fetches anything. [F-30]
 */
import type { Embedder } from '@cairn/core';
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';
import { commonPart } from '../../embedder/pooling.ts';
import type { AddedEmbedder, AddedFile } from './added-embedder.ts';
import { type ChosenFile, chooseFiles, type FactsWish, factsOf, type ListedFile } from './model-facts.ts';
import { ORDINARY_TEXTS } from './ordinary-texts.ts';

/** Where the files of a model are: a commit on a hub, or a folder. */
export interface ModelSource<F extends ListedFile = ListedFile> {
  readonly told: AddedEmbedder['source'];
  readonly files: readonly F[];
  /** Brings one file to the place beside, under that name. `onBytes`: those that came. */
  bring(wish: ChosenFile<F>, onBytes: (bytes: number) => void): Promise<Result<AddedFile, CairnError>>;
}

/** The place beside, in which an embedder is put together. */
export interface EmbedderShelf {
  /** Null when there is no embedder of this name that can be used. */
  read(name: string): AddedEmbedder | null;
  textOf(name: string): string | null;
  freeBytes(): number;
  /** Takes away what an add of before left and this one does not want. */
  keepOnly(names: readonly string[]): void;
  /** Of what came before. */
  heldBytes(): number;
  /** Writes what is known so far, so that it can be tried. */
  draft(embedder: AddedEmbedder): void;
  /** It is there from now on, in place of another of its name. */
  settle(embedder: AddedEmbedder): void;
}

export interface AddWish extends FactsWish {
  readonly name: string;
  /** The model's path in its source; null: the usual one. */
  readonly file: string | null;
  /** Of the model's file. */
  readonly sha256: string | null;
}

export interface AddDeps {
  readonly shelf: EmbedderShelf;
  /** Of what lies beside. */
  readonly start: () => Embedder;
  readonly nowMs: () => number;
  readonly onProgress: (progress: {
    readonly done: number;
    readonly total: number;
    readonly text: string;
  }) => void;
}

/** A disk is not filled to its last byte. */
const SPARE_BYTES = 50_000_000;

export const addEmbedder = async <F extends ListedFile>(
  source: ModelSource<F>,
  wish: AddWish,
  deps: AddDeps,
): Promise<Result<AddedEmbedder, CairnError>> => {
  const chosen = chooseFiles(source.files, wish.file);
  if (!chosen.ok) return chosen;
  deps.shelf.keepOnly(chosen.value.map(({ name }) => name));
  const brought = await bringAll(source, chosen.value, deps);
  if (!brought.ok) return brought;
  const files = brought.value;
  const problem = sumProblem(files, wish.sha256) ?? changedProblem(source, files, deps.shelf.read(wish.name));
  if (problem !== null) return err(problem);
  const facts = factsOf(deps.shelf.textOf, wish);
  if (!facts.ok) return facts;
  const draft: AddedEmbedder = {
    ...{ format: 1, name: wish.name, source: source.told, ...facts.value, center: null, dimensions: 1 },
    files: files.map((file) =>
      file.name === 'model.onnx' && wish.sha256 !== null ? { ...file, proof: 'given' } : file,
    ),
    license: wish.known?.license ?? null,
    addedAt: new Date(deps.nowMs()).toISOString(),
  };
  deps.shelf.draft(draft);
  const tried = await tryOut(draft, deps);
  if (tried.ok) deps.shelf.settle(tried.value);
  return tried;
};

const bringAll = async <F extends ListedFile>(
  source: ModelSource<F>,
  chosen: readonly ChosenFile<F>[],
  { shelf, onProgress }: AddDeps,
): Promise<Result<readonly AddedFile[], CairnError>> => {
  const total = chosen.reduce((sum, { file }) => sum + file.bytes, 0);
  const missing = total - shelf.heldBytes() + SPARE_BYTES;
  const free = shelf.freeBytes();
  if (free < missing)
    return err(
      cairnError(
        'storage_full',
        `It needs ${megabytes(missing)} on the disk, and ${megabytes(free)} are free. Free some space, then run the command again.`,
      ),
    );
  const files: AddedFile[] = [];
  let done = 0;
  for (const one of chosen) {
    const text = one.file.path;
    let came = 0;
    const brought = await source.bring(one, (bytes) => {
      came += bytes;
      onProgress({ done: done + came, total, text });
    });
    if (!brought.ok) return brought;
    done += one.file.bytes;
    files.push(brought.value);
  }
  return ok(files);
};

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

const sumProblem = (files: readonly AddedFile[], wanted: string | null): CairnError | null => {
  const model = files.find(({ name }) => name === 'model.onnx');
  if (wanted === null || model?.sha256 === wanted.toLowerCase()) return null;
  return cairnError(
    'invalid_input',
    `The model has the checksum ${model?.sha256}, not the one that you gave. The model was not added.`,
  );
};

/** A commit is always the same bytes: when they differ, somebody lies. */
const changedProblem = (
  { told }: Pick<ModelSource, 'told'>,
  files: readonly AddedFile[],
  before: AddedEmbedder | null,
): CairnError | null => {
  if (told.kind !== 'hub' || before?.source.kind !== 'hub') return null;
  if (told.revision !== before.source.revision || told.repository !== before.source.repository) return null;
  const other = files.find((file) =>
    before.files.some(({ from, sha256 }) => from === file.from && sha256 !== file.sha256),
  );
  return other === undefined
    ? null
    : cairnError(
        'invalid_input',
        `${other.from} differs from the file of the same revision on ${before.addedAt.slice(0, 10)}. The model was not added. If you trust the new file, remove the embedder first.`,
      );
};

/** Embeds, and so finds out how long its vectors are and what they have in common. */
const tryOut = async (draft: AddedEmbedder, deps: AddDeps): Promise<Result<AddedEmbedder, CairnError>> => {
  deps.onProgress({ done: 0, total: 0, text: 'trying the model' });
  const embedder = deps.start();
  try {
    const texts = await embedder.embed(ORDINARY_TEXTS, 'text');
    if (!texts.ok) return refused(texts.error.message);
    const questions = await embedder.embed(ORDINARY_TEXTS, 'question');
    if (!questions.ok) return refused(questions.error.message);
    const dimensions = texts.value[0]?.length ?? 0;
    const isUsable = [...texts.value, ...questions.value].every(
      (vector) => vector.length === dimensions && vector.every(Number.isFinite),
    );
    if (dimensions === 0 || !isUsable) return refused('Its vectors are not numbers.');
    if (isConstant(texts.value)) return refused('It makes the same vector for every text.');
    return ok({
      ...draft,
      dimensions,
      center: { question: [...commonPart(questions.value)], text: [...commonPart(texts.value)] },
    });
  } finally {
    await embedder.close();
  }
};

const isConstant = ([first, ...rest]: readonly Float32Array[]): boolean =>
  rest.every((vector) => vector.every((value, at) => value === first?.[at]));

const refused = (why: string): Result<never, CairnError> =>
  err(cairnError('invalid_input', `The model cannot be used. ${why}`.trim()));
