/** Indexes text files for search on this device, lists them, and removes them again. [M-11] */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { err, ok, type SourceEntry } from '@cairn/schema';
import { emptyMountOf, isFileAt, readDocument } from '../../adapters/document-files.ts';
import { listFolder } from '../../adapters/folder-files.ts';
import { answered, type Outcome, type ParsedArgs, type Run } from '../command.ts';
import { type Answer, fail, failure, mapped, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { valueText } from '../output/log-line.ts';
import { shortProject } from '../output/memory-lines.ts';
import { count, shortBytes, shortTime } from '../output/short-time.ts';
import { createProgress } from '../progress.ts';
import { isBelow, isWithin, realPath } from '../real-path.ts';
import { metadataOf, projectOf } from '../request-input.ts';
import { joined, printable, printableName } from '../style.ts';
import { fileFailure } from '../text-file.ts';

export const indexFiles: Run = async (given, io) => {
  const remove = given.texts('remove');
  const asked = [given.flag('list'), remove !== undefined, given.args.length > 0].filter(Boolean).length;
  if (asked !== 1) return misuse('Give files or folders to index, or --list, or --remove PATH.');
  const idle = ['project', 'uri', 'meta'].find(
    (name) => (given.texts(name) ?? given.text(name)) !== undefined,
  );
  if (given.args.length === 0 && idle !== undefined)
    return misuse(`--${idle} is for files to index: leave it out here.`);
  if (given.flag('list')) return listDocuments(io);
  return remove === undefined ? indexAll(given, io) : removeAll(remove, given, io);
};

interface Totals {
  readonly indexed: string[];
  unchanged: number;
  readonly removed: string[];
  readonly skipped: { readonly path: string; readonly reason: string }[];
}

const indexAll = async (given: ParsedArgs, io: Io): Answer<Outcome> => {
  const totals: Totals = { indexed: [], unchanged: 0, removed: [], skipped: [] };
  const progress = createProgress(io);
  const known = await documents(io);
  if (!known.ok) return known;
  for (const name of given.args) {
    const found = await findFiles(io.cwd, name);
    if (!found.ok) return found;
    const { root, files, isFolder, special, problems } = found.value;
    if (given.text('uri') !== undefined && (isFolder || given.args.length > 1))
      return misuse('--uri names the source of one file: give exactly one file with it.');
    const [problem] = problems;
    const isKnown = known.value.some(({ name: path }) => isBelow(path, root));
    if (files.length === 0 && (problem !== undefined || !isKnown))
      return err(problem ?? failure('bad_file', `${name}: there are no files in this folder.`));
    totals.skipped.push(...problems.map(({ message }) => ({ path: root, reason: message })));
    totals.skipped.push(...special.map((path) => ({ path, reason: 'not a file' })));
    for (const [at, path] of files.entries()) {
      progress.showPart(at + 1, files.length, `${at + 1} of ${files.length} files`);
      const indexed = await indexOne(path, given, io, totals);
      if (!indexed.ok) return indexed;
    }
    if (problem === undefined && isFolder) {
      // A file that the listing leaves out, such as one that git ignores, was indexed by its name and stays.
      const listed = new Set(files);
      const missing = known.value.filter(
        ({ name: path }) => isBelow(path, root) && !listed.has(path) && !isFileAt(path),
      );
      // The files of a disk that is not mounted are not deleted. They are grouped by its mount point.
      const byMount = Map.groupBy(missing, (one) => emptyMountOf(one.name, Date.parse(one.indexedAt)));
      for (const path of byMount.keys())
        if (path !== null) totals.skipped.push({ path, reason: 'its disk is not mounted' });
      const removed = await removeEntries(byMount.get(null) ?? [], given, io, totals);
      if (!removed.ok) return removed;
    }
    if (isFolder && !given.flag('dry-run')) {
      // Comes after the removals, because noting a folder clears its list of removed files.
      const input = { path: root, ...projectOf(given, io) };
      const noted = await io.ask('POST /v1/documents/folders', { body: input });
      if (!noted.ok) return noted;
    }
  }
  progress.end();
  return ok(outcomeOf(totals, given.flag('dry-run')));
};

const indexOne = async (path: string, given: ParsedArgs, io: Io, totals: Totals): Answer<null> => {
  const read = readOne(path);
  if (read.kind === 'skipped') {
    totals.skipped.push({ path, reason: read.reason });
    return ok(null);
  }
  if (given.flag('dry-run')) {
    totals.indexed.push(path);
    return ok(null);
  }
  const { text, modifiedAt } = read;
  const metadata = metadataOf(given);
  if (!metadata.ok) return metadata;
  const said = { uri: given.text('uri'), metadata: metadata.value };
  const input = { path, text, modifiedAt, ...said, ...projectOf(given, io) };
  const done = await io.ask('POST /v1/documents', { body: input });
  if (!done.ok) return done;
  if (done.value.status === 'indexed') totals.indexed.push(path);
  else totals.unchanged++;
  return ok(null);
};

const readOne = (path: string): ReturnType<typeof readDocument> => {
  try {
    return readDocument(path);
  } catch (error) {
    return { kind: 'skipped', reason: fileFailure(path, error).message };
  }
};

const outcomeOf = (totals: Totals, isDryRun: boolean): Outcome => ({
  json: { ...totals, indexed: totals.indexed.length, removed: totals.removed.length, dryRun: isDryRun },
  human: (style) => {
    const done = `${isDryRun ? 'Would index' : style.green('Indexed')} ${count(totals.indexed.length, 'file')}`;
    const all = joined(', ', [
      done,
      totals.unchanged === 0 ? '' : `${totals.unchanged} unchanged`,
      totals.removed.length === 0 ? '' : `${totals.removed.length} removed`,
      totals.skipped.length === 0 ? '' : `${totals.skipped.length} skipped`,
    ]);
    return [`${all}.`, ...(isDryRun ? totals.indexed.map(printableName) : [])].join('\n');
  },
  notes: totals.skipped.map(({ path, reason }) =>
    `Skipped ${printableName(path)}: ${reason}.`.replace(/\.\.$/, '.'),
  ),
});

const documents = (io: Io) => mapped(io.ask('GET /v1/documents'), ({ sources }) => sources);

const listDocuments = (io: Io): Answer<Outcome> =>
  answered(documents(io), (sources) => ({
    json: { sources },
    human: (style) =>
      sources
        .map(({ name, bytes, project, modifiedAt, uri, metadata }) => {
          const facts = [shortBytes(bytes), shortTime(modifiedAt, io.nowMs), shortProject(project ?? '')];
          const said = Object.entries(metadata ?? {}).map(([key, value]) => `${key}=${valueText(value)}`);
          const about = joined(' · ', [...facts, uri ?? '', ...said].map(printable));
          return `${printableName(name)}  ${style.dim(about)}`;
        })
        .join('\n'),
    notes: [sources.length === 0 ? 'No file is indexed. `cairn index FOLDER` makes one searchable.' : ''],
  }));

const removeAll = async (names: readonly string[], given: ParsedArgs, io: Io): Answer<Outcome> => {
  const totals: Totals = { indexed: [], unchanged: 0, removed: [], skipped: [] };
  const known = await documents(io);
  if (!known.ok) return known;
  for (const name of names) {
    const root = realPath(resolve(io.cwd, name));
    const meant = known.value.filter((entry) => isWithin(entry.name, root));
    const folders = given.flag('dry-run')
      ? ok({ removed: 0 })
      : await io.ask('DELETE /v1/documents/folders', { query: { path: root } });
    if (!folders.ok) return folders;
    if (meant.length === 0 && folders.value.removed === 0)
      return fail('not_found', `${name}: no file of it is indexed.`);
    const removed = await removeEntries(meant, given, io, totals);
    if (!removed.ok) return removed;
  }
  const isDryRun = given.flag('dry-run');
  return ok({
    json: { removed: totals.removed.length, dryRun: isDryRun },
    human: (style) =>
      `${isDryRun ? 'Would remove' : style.green('Removed')} ${count(totals.removed.length, 'file')} from the index.`,
  });
};

const removeEntries = async (
  entries: readonly SourceEntry[],
  given: ParsedArgs,
  io: Io,
  totals: Totals,
): Answer<null> => {
  for (const { id, name } of entries) {
    if (!given.flag('dry-run')) {
      const removed = await io.ask('DELETE /v1/documents/:id', { at: { id } });
      if (!removed.ok && removed.error.kind !== 'not_found') return removed;
    }
    totals.removed.push(name);
  }
  return ok(null);
};

/**
 * Returns the files to index under a path. `root`: the absolute path, with links resolved. `special`: pipes, sockets and devices.
 * `problems`: folders that could not be read. [M-11]
 */
const findFiles = async (cwd: string, name: string) => {
  try {
    const root = realpathSync(resolve(cwd, name));
    if (!statSync(root).isDirectory())
      return ok({ root, isFolder: false, files: [root], special: [], problems: [] });
    const { problems, ...found } = await listFolder(root);
    const failures = problems.map(({ path, error }) => fileFailure(path, error));
    return ok({ root, isFolder: true, ...found, problems: failures });
  } catch (error) {
    return err(fileFailure(name, error));
  }
};
