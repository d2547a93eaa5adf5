/**
 * `cairn embedder add`: the only command that downloads a model. It runs in this process, so Ctrl-C ends it and the daemon needs no
 * network. [F-30]
 */
import { homedir } from 'node:os';
import { basename, resolve } from 'node:path';
import { type Checked, cairnError, err, errorText, ok, systemCodeOf } from '@cairn/schema';
import { createAddedEmbedder } from '../../adapters/added-embedder.ts';
import { createEmbedderFolders } from '../../adapters/embedder-folders.ts';
import { openModelFolder } from '../../adapters/model-folder.ts';
import { DEFAULT_HUB, openHub } from '../../adapters/model-hub.ts';
import { bringRuntime, findRuntime, RUNTIME_URL } from '../../adapters/onnx-runtime.ts';
import { type OnnxRuntime, POOLINGS } from '../../embedder/added-model.ts';
import { type AddWish, addEmbedder } from '../../services/embedders/add-embedder.ts';
import { type AddedEmbedder, bytesOf, isEmbedderName } from '../../services/embedders/added-embedder.ts';
import { KNOWN_EMBEDDERS } from '../../services/embedders/known-embedders.ts';
import { isSafeAddress, type Place, placeOf } from '../../services/embedders/model-place.ts';
import type { Outcome, ParsedArgs, Run } from '../command.ts';
import { type Failure, fail, failure, mapped, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { meantText } from '../meant.ts';
import { shortBytes } from '../output/short-time.ts';
import { createProgress, type Progress } from '../progress.ts';
import { shownEmbedder } from './embedder.ts';
import { chooseEmbedder } from './embedder-choice.ts';

export const add: Run = async (given, io) => {
  const place = placeOf(given.arg(0), {
    hub: given.text('hub') ?? DEFAULT_HUB,
    revision: given.text('revision') ?? null,
  });
  if (!place.ok) {
    const names = KNOWN_EMBEDDERS.map((one) => one.name);
    return misuse(`${place.error.message}${meantText(given.arg(0), names)}`);
  }
  const name = (given.text('name') ?? nameOf(place.value)).toLowerCase();
  if (!isEmbedderName(name))
    return misuse(
      `"${name}" cannot be the name of an embedder. Give a name of letters and digits with --name.`,
    );
  const progress = createProgress(io);
  try {
    const added = await bring(place.value, name, given, io, progress);
    progress.end();
    if (!added.ok) return fail(added.error.kind, added.error.message);
    return await mapped(chooseEmbedder(name, given, io), (notes) => outcomeOf(added.value, notes));
  } catch (error) {
    return err(diskFailure(error));
  } finally {
    progress.end();
  }
};

const nameOf = (place: Place): string => {
  if (place.kind === 'folder') return basename(place.path).replace(/\.onnx$/, '');
  return place.known?.name ?? place.repository.split('/')[1] ?? '';
};

const bring = async (
  place: Place,
  name: string,
  given: ParsedArgs,
  io: Io,
  progress: Progress,
): Promise<Checked<AddedEmbedder>> => {
  const root = io.paths.embedders;
  const runtime = await runtimeFor(root, given, io, progress);
  if (!runtime.ok) return runtime;
  const { folder, shelf } = createEmbedderFolders(root).begin(name);
  const deps = {
    shelf,
    start: () =>
      createAddedEmbedder({
        ...{ folder, runtime: runtime.value, model: name },
        fusion: { rule: 'cosine', vectorWeight: 1, cosineMin: 0 },
      }),
    nowMs: () => io.nowMs,
    onProgress: ({ done, total, text }: { done: number; total: number; text: string }) =>
      total === 0
        ? progress.show(text)
        : progress.showPart(done, total, `${shortBytes(done)} of ${shortBytes(total)}  ${text}`),
  };
  const wish = wishOf(name, place.kind === 'hub' ? place.known : null, given);
  if (place.kind === 'folder') {
    const opened = openModelFolder(resolve(io.cwd, place.path.replace(/^~(?=\/)/, homedir())), folder);
    if (!opened.ok) return opened;
    return addEmbedder(opened.value.source, { ...wish, file: wish.file ?? opened.value.file }, deps);
  }
  progress.show(`asking ${new URL(place.hub).host}`);
  const source = await openHub({ ...place, folder });
  return source.ok ? addEmbedder(source.value, wish, deps) : source;
};

const runtimeFor = async (
  root: string,
  given: ParsedArgs,
  io: Io,
  progress: Progress,
): Promise<Checked<OnnxRuntime>> => {
  const found = findRuntime(root);
  if (found !== null) return ok(found);
  const from = given.text('runtime') ?? RUNTIME_URL;
  const isAddress = /^https?:\/\//.test(from);
  if (isAddress && !isSafeAddress(from))
    return err(cairnError('invalid_input', `${from} is neither an https address nor on this machine.`));
  let came = 0;
  progress.show('fetching the runtime');
  return bringRuntime(root, isAddress ? from : resolve(io.cwd, from), {
    onBytes: (bytes) => {
      came += bytes;
      progress.show(`the runtime, ${shortBytes(came)}`);
    },
  });
};

const wishOf = (name: string, known: AddWish['known'], given: ParsedArgs): AddWish => ({
  ...{ name, known, file: given.text('file') ?? null, sha256: given.text('sha256') ?? null },
  pooling: POOLINGS.find((one) => one === given.text('pooling')) ?? null,
  questionPrefix: given.text('question-prefix') ?? null,
  textPrefix: given.text('text-prefix') ?? null,
});

const outcomeOf = (added: AddedEmbedder, notes: readonly string[]): Outcome => {
  const { name, dimensions, source, license } = added;
  const proof =
    source.kind === 'hub'
      ? `Its files match the checksums that ${new URL(source.hub).host} gives for revision ${source.revision.slice(0, 12)}. Cairn keeps the checksums and refuses other files for this revision.`
      : 'There were no checksums to compare its files with, so Cairn recorded those of the files.';
  return {
    json: { added: shownEmbedder(added), use: name },
    human: (style) =>
      [
        `${style.green('Added')} ${name}: ${shortBytes(bytesOf(added))}, ${dimensions} dimensions${license === null ? '' : `, licence ${license}`}. ${proof}`,
        'Search uses it from now on, without the network. All memories are embedded again in the background; until then search is by words.',
      ].join('\n'),
    notes,
  };
};

const diskFailure = (error: unknown): Failure => {
  if (['ENOSPC', 'EDQUOT'].includes(systemCodeOf(error) ?? ''))
    return failure(
      'storage_full',
      'The disk is full. Free some space and run the same command again: it continues.',
    );
  const reason = errorText(error);
  return failure('internal', `The folder of embedders cannot be written: ${reason}`);
};
