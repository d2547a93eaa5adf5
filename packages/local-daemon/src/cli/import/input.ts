/** Finds the inputs: one file, standard input, or the files of a folder with memories or transcripts. [IM-1, IM-6] */
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { openRegular, readRegular } from '@cairn/client/device';
import { FOLDER_LIMITS, orElse } from '@cairn/schema';
import { walkFolder } from '../../adapters/document-files.ts';
import type { ImportFormat } from '../format-names.ts';
import { isBasicMemory } from '../formats/basic-memory.ts';
import { type FrontMatter, splitFrontMatter } from '../formats/front-matter.ts';
import { isNoteFile } from '../formats/note-file.ts';
import { endingOf } from '../formats/sniff.ts';
import { filesOf } from '../note-owner.ts';

export interface Input {
  /** The name in messages; empty if there is only one input. */
  readonly label: string;
  readonly name: string;
  /** Null for standard input. */
  readonly path: string | null;
  /** ISO 8601; null if unknown. */
  readonly modifiedAt: string | null;
  readonly bytesTotal: number;
  bytes(): AsyncIterable<Uint8Array>;
}

export const standardInput = (): Input => ({
  label: '',
  name: '-',
  path: null,
  modifiedAt: null,
  bytesTotal: 0,
  bytes: () => process.stdin,
});

export const justOne = (input: Input) => ({ inputs: [input], passed: new Map<string, number>() });

/** Returns the inputs in a file or a folder, and `passed`, the number of skipped files by reason. Throws the system's error for a missing file. */
export const inputsOf = (
  cwd: string,
  name: string,
  from: ImportFormat | null,
  scope: string | null = null,
) => {
  const path = realpathSync(resolve(cwd, name));
  const stats = statSync(path);
  if (!stats.isDirectory() && !stats.isFile()) throw notAFile();
  if (!stats.isDirectory()) return justOne(fileInput(path, ''));
  const passed = new Map<string, number>();
  const pass = (what: string): void => void passed.set(what, (passed.get(what) ?? 0) + 1);
  const inputs: Input[] = [];
  const files = walkFolder(path, () => pass('folders that cannot be read'));
  const ours = new Set(filesOf(scope, path, files));
  for (const file of files) {
    const why = ours.has(file) ? passedOver(file, relative(path, file), from) : OTHERS;
    if (why !== null) pass(why);
    else if (inputs.length >= FOLDER_LIMITS.importFolderFilesMax)
      pass(`files beyond the first ${FOLDER_LIMITS.importFolderFilesMax.toLocaleString('en-US')}`);
    else inputs.push(fileInput(file, relative(path, file)));
  }
  return { inputs, passed };
};

const OTHERS = 'files in a folder of another scope (`cairn --scope NAME import` takes them)';

const fileInput = (path: string, label: string): Input => {
  const stats = statSync(path);
  return {
    label,
    name: basename(path),
    path,
    modifiedAt: new Date(Math.floor(stats.mtimeMs)).toISOString(),
    bytesTotal: stats.size,
    // Does not open a pipe that has replaced the file meanwhile.
    bytes: () => {
      const file = openRegular(path);
      if (file === null) throw notAFile();
      return createReadStream(path, { fd: file.fd, highWaterMark: 262_144 });
    },
  };
};

const notAFile = (): Error =>
  Object.assign(new Error('a pipe, a socket or a device is not read'), { code: 'ENOTSUP' });

/** Instruction files of agents, read in every folder. */
const INSTRUCTIONS = new Set([
  'agents.md',
  'agents.override.md',
  'claude.md',
  'claude.local.md',
  'copilot-instructions.md',
  'gemini.md',
  'memory.md',
  '.cursorrules',
  '.windsurfrules',
]);
const MARKDOWN = new Set(['md', 'mdc', 'markdown']);
const EXPORTS = /^(?:conversations(?:-\d+)?|projects|memories)\.json$/;

/** A part of Claude.ai's export, in a folder `projects` or `memories`. */
const EXPORT_PART = /^[0-9a-f]{8}-[0-9a-f-]{27}\.json$/;

/** Cursor's database, in the folder `globalStorage`. */
const CURSOR_CHATS = 'state.vscdb';
/** OpenCode's database, named after its release channel. */
const OPENCODE_CHATS = /^opencode(?:-[\w.-]+)?\.db$/;
/** A chat of Gemini CLI before 2026, in a folder `chats`. Later chats are files of lines. */
const GEMINI_CHAT = /^session-.*\.json$/;

/** Returns why a file of a folder is not read; null if it is. */
const passedOver = (path: string, inside: string, from: ImportFormat | null): string | null => {
  const name = basename(path).toLowerCase();
  const ending = endingOf(name);
  const isMarkdown = MARKDOWN.has(ending);
  if ((from === 'md' || from === 'basic-memory') && !isMarkdown) return 'files that are not Markdown';
  if (from === 'md') return null;
  if (from === 'basic-memory')
    return beginsWith(path, isBasicMemory)
      ? null
      : 'notes without a title and a type (`--from md` takes them)';
  const parent = basename(dirname(path));
  const isCursor = name === CURSOR_CHATS && parent === 'globalStorage';
  const isOpencode = OPENCODE_CHATS.test(name);
  if (ending === 'jsonl' || ending === 'ndjson') return null;
  if (from === 'cursor') return isCursor ? null : 'files of another kind';
  if (from === 'opencode' && isOpencode) return null;
  if (from !== null) return ending === 'json' ? null : 'files of another kind';
  // Gemini CLI's list of folders has the same name as Claude.ai's export of projects.
  const isExport = EXPORTS.test(name) && parent !== '.gemini';
  if (isExport || INSTRUCTIONS.has(name) || isCursor || isOpencode) return null;
  if (GEMINI_CHAT.test(name) && parent === 'chats') return null;
  if (EXPORT_PART.test(name) && ['projects', 'memories'].includes(parent)) return null;
  if (!isMarkdown) return 'files of another kind';
  const folders = dirname(inside).split(sep);
  if (['rules', 'memory'].includes(folders.at(-1) ?? '') || beginsWith(path, isNote)) return null;
  return 'Markdown files that are not notes of an agent (`--from md` takes them)';
};

const BEGINNING_BYTES = 65_536;

const isNote = (front: FrontMatter): boolean => isNoteFile(front) || isBasicMemory(front);

/** Returns whether the file's front matter fulfils `isSuch`. */
const beginsWith = (path: string, isSuch: (front: FrontMatter) => boolean): boolean => {
  const bytes = orElse(() => readRegular(path, BEGINNING_BYTES), null);
  // The reader reports what is wrong with the file.
  if (bytes === null) return true;
  const front = splitFrontMatter(bytes.toString('utf8'));
  return front !== null && isSuch(front);
};
