/**
 * Adds an embedder that a person asked for. Its files are put into a temporary folder, compared with their checksums, and tried. Only
 * then is it installed. An interrupted add keeps its files, and the next add continues. Nothing is fetched without such a request. [F-30]
 */
import type { Answer, Embedder } from '@cairn/core';
import { type CairnError, type Checked, cairnError, err, ok, refuse, refuseInput } from '@cairn/schema';
import { commonPart } from '../../embedder/pooling.ts';
import type { AddedEmbedder, AddedFile } from './added-embedder.ts';
import { type ChosenFile, chooseFiles, type FactsWish, factsOf, type ListedFile } from './model-facts.ts';
import { ORDINARY_TEXTS } from './ordinary-texts.ts';

/** The source of a model's files: a commit on a hub, or a folder. */
export interface ModelSource<F extends ListedFile = ListedFile> {
  readonly told: AddedEmbedder['source'];
  readonly files: readonly F[];
  /**
   * Copies one file into the temporary folder, under its chosen name. `onBytes`: receives each change of the byte count, which is
   * negative after a restart.
   */
  bring(wish: ChosenFile<F>, onBytes: (bytes: number) => void): Answer<AddedFile>;
}

/** The temporary folder in which an embedder is assembled, and the installed embedders. */
export interface EmbedderShelf {
  /** Returns an installed embedder. Null if no usable one has this name. */
  read(name: string): AddedEmbedder | null;
  /** Returns the text of a file of the temporary folder. Null if there is none. */
  textOf(name: string): string | null;
  freeBytes(): number;
  /** Deletes the files of an earlier add that this add does not need. */
  keepOnly(names: readonly string[]): void;
  /** Returns the bytes that an earlier add left in the folder. */
  heldBytes(): number;
  /** Writes the facts that are known so far, so that the model can be tried. */
  draft(embedder: AddedEmbedder): void;
  /** Installs the embedder. It replaces an embedder of the same name. */
  settle(embedder: AddedEmbedder): void;
}

export interface AddWish extends FactsWish {
  readonly name: string;
  /** Path of the model's file in its source. Null: chosen by the usual names. */
  readonly file: string | null;
  /** Checksum of the model's file, if the person gave one. */
  readonly sha256: string | null;
}

export interface AddDeps {
  readonly shelf: EmbedderShelf;
  /** Starts the embedder of the temporary folder. */
  readonly start: () => Embedder;
  readonly nowMs: () => number;
  readonly onProgress: (progress: {
    readonly done: number;
    readonly total: number;
    readonly text: string;
  }) => void;
}

/** Bytes that stay free on the disk. */
const SPARE_BYTES = 50_000_000;

export const addEmbedder = async <F extends ListedFile>(
  source: ModelSource<F>,
  wish: AddWish,
  deps: AddDeps,
): Answer<AddedEmbedder> => {
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
): Answer<readonly AddedFile[]> => {
  const total = chosen.reduce((sum, { file }) => sum + file.bytes, 0);
  const missing = total - shelf.heldBytes() + SPARE_BYTES;
  const free = shelf.freeBytes();
  if (free < missing)
    return refuse(
      'storage_full',
      `It needs ${megabytes(missing)} on the disk, and ${megabytes(free)} are free. Free some space, then run the command again.`,
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

/**
 * Refuses files that differ from those of an earlier add of the same commit. A commit's bytes never change, so a difference means that
 * somebody changed them.
 */
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

/** Embeds sample texts, and finds the length of the vectors and what they have in common. */
const tryOut = async (draft: AddedEmbedder, deps: AddDeps): Answer<AddedEmbedder> => {
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

const refused = (why: string): Checked<never> => refuseInput(`The model cannot be used. ${why}`.trim());
