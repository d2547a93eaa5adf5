/** `cairn embedder`: lists models, shows the one in use, and chooses another. [F-30] */
import { ok } from '@cairn/schema';
import { createEmbedderFolders } from '../../adapters/embedder-folders.ts';
import { findRuntime } from '../../adapters/onnx-runtime.ts';
import { type AddedEmbedder, bytesOf, isEmbedderName } from '../../services/embedders/added-embedder.ts';
import { KNOWN_EMBEDDERS } from '../../services/embedders/known-embedders.ts';
import { answered, type Run } from '../command.ts';
import { fail } from '../failure.ts';
import { meantText } from '../meant.ts';
import { columns, type Fact, facts, numbers, whole } from '../output/columns.ts';
import { count, shortBytes } from '../output/short-time.ts';
import { chooseEmbedder, chosenEmbedder, fixedNotes } from './embedder-choice.ts';

const BUILT_IN = 'built-in';
/** The languages that the built-in embedder understands. */
const BUILT_IN_LANGUAGES = 'English, German, French, Spanish, Italian, Portuguese, Chinese and Japanese';

/** Returns the embedder without `format` and `center`, which is a long list of numbers. */
export const shownEmbedder = ({ center: _, format: __, ...embedder }: AddedEmbedder) => embedder;

const sourceText = ({ source }: AddedEmbedder): string =>
  source.kind === 'folder'
    ? source.path
    : `${source.hub}/${source.repository} at ${source.revision.slice(0, 12)}`;

export const list: Run = async (_, io) => {
  const added = createEmbedderFolders(io.paths.embedders).list();
  const chosen = chosenEmbedder(io);
  const others = KNOWN_EMBEDDERS.filter(({ name }) => !added.some((one) => one.name === name));
  const stateOf = (name: string, otherwise: string): string => (name === chosen ? 'in use' : otherwise);
  const rows = [
    [BUILT_IN, '8', '', stateOf(BUILT_IN, 'here')],
    ...added.map((one) => [
      one.name,
      KNOWN_EMBEDDERS.find(({ name }) => name === one.name)?.languages ?? '',
      shortBytes(bytesOf(one)),
      stateOf(one.name, 'here'),
    ]),
    ...others.map(({ name, languages, megabytes }) => [
      ...[name, languages, shortBytes(megabytes * 1_000_000)],
      stateOf(name, ''),
    ]),
  ];
  return ok({
    json: { use: chosen, added: added.map(shownEmbedder), known: KNOWN_EMBEDDERS },
    human: (style) =>
      columns(
        [
          whole('embedder', { paint: style.cyan }),
          'languages',
          numbers('size'),
          { title: '', paint: style.green },
        ],
        rows,
        style,
      ),
    notes: [
      `The built-in one understands ${BUILT_IN_LANGUAGES}.`,
      '`cairn embedder add NAME` downloads one and uses it. For any other model, NAME is OWNER/NAME or its folder.',
    ],
  });
};

export const use: Run = async (given, io) => {
  const name = given.arg(0).toLowerCase();
  const folders = createEmbedderFolders(io.paths.embedders);
  const isKind = name === BUILT_IN || name === 'endpoint';
  if (!isKind && folders.read(name) === null) {
    const names = [BUILT_IN, ...folders.list().map((one) => one.name)];
    const isKnown = KNOWN_EMBEDDERS.some((one) => one.name === name);
    const advice = isKnown
      ? `\`cairn embedder add ${name}\` fetches it.`
      : '`cairn embedder list` shows them.';
    return fail(
      'not_found',
      `There is no embedder "${given.arg(0)}" here${meantText(name, names)}. ${advice}`,
    );
  }
  const wasUsed = chosenEmbedder(io) === name;
  return answered(chooseEmbedder(name, given, io), (notes) => ({
    json: { use: name },
    human: (style) =>
      wasUsed
        ? `${name} was in use already.`
        : `${style.green('Used from now on')}: ${name}. All memories are embedded again in the background; until then search is by words.`,
    notes,
  }));
};

export const remove: Run = async (given, io) => {
  const name = given.arg(0).toLowerCase();
  const folders = createEmbedderFolders(io.paths.embedders);
  const isUsed = isEmbedderName(name) && chosenEmbedder(io) === name;
  const isThere = folders.list().some((one) => one.name === name);
  if (!isThere && !isUsed)
    return fail('not_found', `No embedder "${given.arg(0)}" was added. \`cairn embedder list\` shows them.`);
  // The daemon restarts first, because it may read from the folder while it uses this embedder.
  const notes = isUsed ? await chooseEmbedder(BUILT_IN, given, io) : ok([]);
  if (!notes.ok) return notes;
  folders.remove(name);
  return ok({
    json: { removed: name, use: chosenEmbedder(io) },
    human: (style) =>
      `${style.green('Removed')} ${name}.${isUsed ? ' The built-in embedder is used now.' : ''}`,
    notes: notes.value,
  });
};

export const status: Run = (_, io) =>
  answered(io.ask('GET /v1/settings'), ({ embedder: { status: now, vectors, kind } }) => {
    const chosen = chosenEmbedder(io);
    const added = createEmbedderFolders(io.paths.embedders).read(chosen);
    const found = added === null ? null : findRuntime(io.paths.embedders)?.kind;
    const runtime =
      found == null ? null : found === 'native' ? 'onnxruntime-node' : 'onnxruntime-web (WebAssembly)';
    const rows: readonly Fact[] = [
      ['embedder', now === null ? 'off: search is by words' : `${now.name}, ${now.state}`],
      ['texts', now === null ? null : `${count(vectors, 'vector')}, ${now.pending} waiting`],
      ['problem', now?.problem ?? null],
      ['dimensions', added === null ? null : String(added.dimensions)],
      ['from', added === null ? null : sourceText(added)],
      ['checksum', added?.files.find((file) => file.name === 'model.onnx')?.sha256 ?? null],
      ['runtime', runtime],
    ];
    const embedder = added === null ? null : shownEmbedder(added);
    return {
      notes: fixedNotes(io, 'what config.json chooses'),
      json: { use: chosen, kind, status: now, vectors, runtime, embedder },
      human: (style) => facts(rows, style),
    };
  });
