/**
 * Exports to a folder with one Markdown file for each memory. A second run writes only changed files and removes those of deleted
 * memories. A note that was edited is left alone until it is imported, and properties that a person added to a note stay. Other files are
 * not touched, also in the place of a note. A folder has the notes of one scope, because an export removes all notes of memories that it
 * does not include. [IM-7]
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { realInside } from '@cairn/client/device';
import { err, ok } from '@cairn/schema';
import { walkFolder } from '../../adapters/document-files.ts';
import { replaceFile } from '../../adapters/private-file.ts';
import { quoteForShell } from '../../agents/our-marks.ts';
import type { Outcome } from '../command.ts';
import { type Answer, type Failure, failure, mapped } from '../failure.ts';
import { splitFrontMatter } from '../formats/front-matter.ts';
import {
  changeIn,
  type NoteFolders,
  noteFound,
  notePath,
  noteText,
  type OwnNote,
  ownNoteOf,
} from '../formats/note-file.ts';
import { ndjsonItem, SETTINGS_HEAD } from '../formats/own.ts';
import type { Setting } from '../formats/settings.ts';
import { PATIENT, takeEdit } from '../import/edits.ts';
import type { Io } from '../io.ts';
import { filesOf, OWNER_FILE, ownerOf } from '../note-owner.ts';
import { memories } from '../output/short-time.ts';
import { fileFailure } from '../text-file.ts';
import { eachMemory, exportProgress } from './each-memory.ts';
import { readSettings, settingCounts, settingWords } from './settings.ts';

export const exportFolder = async (folder: string, by: NoteFolders, io: Io): Answer<Outcome> => {
  const begun = await exportProgress(io);
  if (!begun.ok) return begun;
  const progress = begun.value;
  const totals = { written: 0, unchanged: 0, removed: 0 };
  const edited: string[] = [];
  const late: string[] = [];
  const bare: string[] = [];
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const ours = notesIn(folder, io.scope);
    const owner = ownerOf(folder);
    if (ours.size > 0 && owner !== io.scope) return err(otherOwner(folder, owner));
    if (io.scope === null) rmSync(join(folder, OWNER_FILE), { force: true });
    else writeText(folder, OWNER_FILE, `${io.scope}\n`);
    for (const [place, note] of ours) {
      const state = note.isEdited ? await stateOf(place, note, io) : ok('taken' as const);
      if (!state.ok) return state;
      if (state.value === 'open') edited.push(place);
      if (state.value === 'late') late.push(place);
    }
    const byId = Map.groupBy(ours, ([, { id }]) => id);
    const kept = new Set<string>([...edited, ...late]);
    // By name, because the memory's file may now belong in another folder.
    const editedNames = new Set([...kept].map((path) => basename(path)));
    const read = await readSettings(io);
    if (!read.ok) return read;
    const done = await eachMemory(io, async (memory, at) => {
      const path = notePath(memory, by);
      // A person may have copied the note.
      const own = byId.get(memory.id) ?? [];
      const changed = own.filter(([place, note]) => !kept.has(place) && changeIn(note, memory) !== null);
      for (const [place] of changed) edited.push(place);
      if (changed.length > 0) for (const [place] of own) kept.add(place);
      else if (!ours.has(path) && hasText(join(folder, path))) bare.push(path);
      else if (!editedNames.has(basename(path))) {
        kept.add(path);
        const { others } = ours.get(path) ?? own[0]?.[1] ?? {};
        totals[writeText(folder, path, noteText(memory, others)) ? 'written' : 'unchanged']++;
      }
      progress.passed(at + 1);
    });
    if (!done.ok) return done;
    if (done.value === 0 && ours.size > 0) return err(emptyStore(folder, ours.size));
    writeSettings(folder, read.value);
    for (const path of ours.keys()) {
      if (kept.has(path)) continue;
      rmSync(join(folder, path), { force: true });
      totals.removed++;
    }
    return ok(
      outcomeOf(folder, { memories: done.value, settings: read.value }, totals, { edited, bare, late }),
    );
  } catch (error) {
    return err(fileFailure(folder, error));
  } finally {
    progress.end();
  }
};

/**
 * Returns what an import would make of an edited note: its text is in the store already, or is taken, or comes too late, because its key
 * has a newer value. A text whose memory was forgotten is imported as a new memory.
 */
const stateOf = async (
  place: string,
  { id, content, tags, project, isSuperseded, keyed }: FolderNote,
  io: Io,
): Answer<'taken' | 'open' | 'late'> => {
  const edit = { kind: 'edited', place, id, record: { content, tags, project } } as const;
  const taken = await takeEdit(edit, { ask: io.ask, dryRun: true });
  if (!taken.ok) return taken;
  if (taken.value.kind === 'duplicate') return ok('taken');
  if (isSuperseded || (keyed === null && taken.value.kind !== 'record')) return ok('open');
  const body = { records: [keyed ?? edit.record], bundle: keyed !== null, dryRun: true };
  return mapped(io.ask('POST /v1/import', { body }, PATIENT), ({ duplicate, skipped }) => {
    if (duplicate > 0) return 'taken';
    return skipped > 0 && keyed !== null ? 'late' : 'open';
  });
};

interface FolderNote extends OwnNote {
  /** The record of an edited value of a key, as an import reads it. */
  readonly keyed: Readonly<Record<string, unknown>> | null;
}

const notesIn = (folder: string, scope: string | null): ReadonlyMap<string, FolderNote> => {
  const found = new Map<string, FolderNote>();
  const fail = (_path: string, error: unknown): never => {
    throw error;
  };
  const files = filesOf(scope, folder, walkFolder(folder, fail));
  for (const path of files.filter((name) => name.endsWith('.md'))) {
    const front = splitFrontMatter(readFileSync(path, 'utf8'));
    const note = front === null ? null : ownNoteOf(front);
    if (front === null || note === null) continue;
    const [read] = note.isEdited ? noteFound(front, path, statSync(path).mtime.toISOString()) : [];
    const keyed = read?.kind === 'record' ? read.record : null;
    found.set(relative(folder, path).replaceAll('\\', '/'), { ...note, keyed });
  }
  return found;
};

const otherOwner = (folder: string, owner: string | null): Failure =>
  failure(
    'bad_file',
    `${folder} has notes of ${owner === null ? 'the personal file' : `the scope "${owner}"`}, which would be removed. Choose another folder.`,
  );

/** An empty store is more often a new device than one whose memories were all forgotten. */
const emptyStore = (folder: string, count: number): Failure =>
  failure(
    'bad_file',
    `This device has no memories, so an export would remove ${count === 1 ? 'the note' : `the ${count} notes`} in ${folder}. Import them with \`cairn import ${quoteForShell(folder)}\`, or remove them by hand.`,
  );

const SETTINGS_FILE = 'cairn-settings.ndjson';

/** Writes the profile and schedules into a file of their own; removes it if there are none. */
const writeSettings = (folder: string, settings: readonly Setting[]): void => {
  // The file has no time in it, so it changes only with its content.
  if (settings.length > 0)
    writeText(folder, SETTINGS_FILE, [SETTINGS_HEAD, ...settings.map(ndjsonItem)].join(''));
  else rmSync(join(folder, SETTINGS_FILE), { force: true });
};

/** Whether a file with words is there. A note without its front matter is one, and only the person knows whose words it has. */
const hasText = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path, 'utf8').trim() !== '';

/** Writes atomically, so no partial file ever has the name. Returns whether anything changed. */
const writeText = (folder: string, name: string, text: string): boolean => {
  const path = join(folder, name);
  const isThere = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  if (isThere && readFileSync(path, 'utf8') === text) return false;
  makeInside(folder, dirname(path));
  replaceFile(path, text, { mode: 0o600 });
  return true;
};

/** Makes the parent folders. Never follows a link out of the folder. [TR-12] */
const makeInside = (folder: string, path: string): void => {
  let there = path;
  while (!existsSync(there)) there = dirname(there);
  if (realInside(folder, there) === null) throw new Error(`a link leads out of the folder at ${there}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
};

/** An import leaves out some edited notes, so it is no way to get rid of these. `late`: the keys have newer values. */
export const editedText = (
  path: string,
  edited: readonly string[],
  bare: readonly string[] = [],
  late: readonly string[] = [],
): string => {
  const count = edited.length + bare.length + late.length;
  const past = edited.filter((name) => name.startsWith('superseded/')).length;
  const advice = [
    past === edited.length
      ? ''
      : ` \`cairn import ${quoteForShell(path)}\` imports the edits; then export again.`,
    past === 0
      ? ''
      : ' Edits below superseded/ are never imported: save what you need of them with `cairn save`, remove these notes, then export again.',
    late.length === 0
      ? ''
      : ' An edit of a key that has a newer value is never imported: save what you need of it with `cairn save`, remove the note, then export again.',
    bare.length === 0
      ? ''
      : ' A note that lost its front matter is never imported: save what you need of it with `cairn save`, remove it, then export again.',
  ];
  return `${count === 1 ? 'A note was' : `${count} notes were`} edited and left alone.${advice.join('')}`;
};

const outcomeOf = (
  path: string,
  { memories: count, settings }: { readonly memories: number; readonly settings: readonly Setting[] },
  totals: Readonly<Record<'written' | 'unchanged' | 'removed', number>>,
  { edited, bare, late }: Readonly<Record<'edited' | 'bare' | 'late', readonly string[]>>,
): Outcome => {
  const alone = [...edited, ...late, ...bare];
  return {
    json: {
      path,
      format: 'md',
      memories: count,
      ...settingCounts(settings),
      ...totals,
      edited: alone,
    },
    human: (style) =>
      [
        `${style.green('Exported')} ${memories(count)}${settingWords(settings)} to ${path}:`,
        `${totals.written} written, ${totals.unchanged} unchanged, ${totals.removed} removed.`,
      ].join(' '),
    ...(alone.length === 0
      ? {}
      : {
          failure: failure('invalid_input', editedText(path, edited, bare, late)),
          notes: alone.map((name) => `Edited: ${name}`),
          exit: 5,
        }),
  };
};
