/** Exports all memories page by page, including superseded versions. Forgotten ones no longer exist. */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXPORT_FORMAT, err, exhaustive, type Memory } from '@cairn/schema';
import { deletedBySignal, freshName, syncFolder } from '../../adapters/private-file.ts';
import { answered, type ParsedArgs, type Run } from '../command.ts';
import { eachMemory, exportProgress } from '../export/each-memory.ts';
import { readSettings, settingCounts, settingWords } from '../export/settings.ts';
import { type Answer, type Failure, failure, mapped, misuse } from '../failure.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../format-names.ts';
import { markdownText } from '../formats/markdown-export.ts';
import { JSON_TAIL, jsonHead, jsonItem, ndjsonHead, ndjsonItem } from '../formats/own.ts';
import type { Setting } from '../formats/settings.ts';
import { formatByName } from '../formats/sniff.ts';
import type { Io } from '../io.ts';
import { memories } from '../output/short-time.ts';
import { unwrittenFailure } from '../text-file.ts';

export const exportAll: Run = async (given, io) => {
  const managed = given.text('managed');
  if (managed !== undefined) return (await import('../export/managed.ts')).keepManaged(managed, given, io);
  if (given.flag('remove') || given.text('project') !== undefined)
    return misuse('--remove and --project need --managed FILE.');
  // An empty variable of a script would mean this folder, and whatever notes are below it.
  if (given.text('output')?.trim() === '') return misuse('--output is empty: name a file or a folder.');
  // Undefined for standard output.
  const file = given.text('output') === '-' ? undefined : given.text('output');
  const format = formatOf(given, file, io);
  const by = given.text('by');
  if (format === 'md' && file !== undefined && isFolder(resolve(io.cwd, file))) {
    const { exportFolder } = await import('../export/folder.ts');
    return exportFolder(resolve(io.cwd, file), by === 'tag' ? 'tag' : 'project', io);
  }
  if (by !== undefined) return misuse('--by makes folders: it needs --format md -o FOLDER.');
  if (file === undefined && io.json && format !== 'json')
    return misuse(`--json is one document of JSON: leave out --json or --format ${format}, or add -o FILE.`);
  if (file === undefined) {
    // Standard output holds the export itself.
    return mapped(writeAll(format, io, io.out), () => null);
  }
  const path = resolve(io.cwd, file);
  const taken = takenPlace(path);
  if (taken !== null) return err(taken);
  return answered(writeFile(path, format, io), ({ memories: n, settings }) => ({
    json: { path, format, memories: n, ...settingCounts(settings) },
    human: (style) => `${style.green('Exported')} ${memories(n)}${settingWords(settings)} to ${path}.`,
  }));
};

/** Every export names its format within this many bytes. */
const HEAD_BYTES = 200;

/** Returns null if an export may be written there. Only an earlier export is overwritten. */
export const takenPlace = (path: string): Failure | null => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isFile() && (stats.size === 0 || headOf(path).includes(EXPORT_FORMAT))) return null;
  return failure('bad_file', `${path} exists already and is not an export of Cairn. Choose another name.`);
};

const headOf = (path: string): string => {
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    return head.toString('utf8', 0, readSync(file, head));
  } finally {
    closeSync(file);
  }
};

const formatOf = (given: ParsedArgs, file: string | undefined, io: Io): ExportFormat => {
  const named = EXPORT_FORMATS.find((one) => one === given.text('format'));
  return named ?? (file === undefined ? (io.json ? 'json' : 'ndjson') : (formatByName(file) ?? 'ndjson'));
};

/** Returns true for an existing folder, and for a name without an ending. */
const isFolder = (path: string): boolean => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined
    ? formatByName(path) === null && !/\.[a-z0-9]+$/i.test(path)
    : stats.isDirectory();
};

type Write = (text: string) => Promise<void>;

/** Writes a temporary file first, so no partial file ever has the final name. */
const writeFile = async (path: string, format: ExportFormat, io: Io) => {
  const fresh = freshName(path);
  const forget = deletedBySignal(fresh);
  try {
    const file = openSync(fresh, 'wx', 0o600);
    try {
      const written = await writeAll(format, io, async (text) => writeFileSync(file, text));
      if (!written.ok) {
        rmSync(fresh, { force: true });
        return written;
      }
      // A disk may say that it is full only when the file reaches it.
      fsyncSync(file);
      renameSync(fresh, path);
      syncFolder(dirname(path));
      return written;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(fresh, { force: true });
    return err(unwrittenFailure(path, error));
  } finally {
    forget();
  }
};

const writeAll = async (format: ExportFormat, io: Io, write: Write) => {
  const read = await readSettings(io);
  if (!read.ok) return read;
  const settings = read.value;
  const begun = await exportProgress(io);
  if (!begun.ok) return begun;
  const progress = begun.value;
  // On a terminal, the export itself shows the progress.
  const isShown = write !== io.out || !io.isOutTerminal;
  const each: Each = (take) =>
    eachMemory(io, (memory, at) => {
      if (isShown) progress.passed(at + 1);
      return take(memory, at);
    });
  try {
    const head = { exportedAt: new Date(io.nowMs).toISOString(), total: progress.total, settings };
    return await mapped(writeAs(format, head, write, each), (many) => ({ memories: many, settings }));
  } finally {
    progress.end();
  }
};

type Each = (take: (memory: Memory, at: number) => Promise<void>) => Answer<number>;

const writeAs = async (
  format: ExportFormat,
  { exportedAt, total, settings }: { exportedAt: string; total: number; settings: readonly Setting[] },
  write: Write,
  each: Each,
): Answer<number> => {
  switch (format) {
    case 'ndjson': {
      await write(ndjsonHead(exportedAt, total));
      for (const setting of settings) await write(ndjsonItem(setting));
      return each((memory) => write(ndjsonItem(memory)));
    }
    case 'json': {
      await write(jsonHead(exportedAt, settings));
      const written = await each((memory, at) => write(jsonItem(memory, at)));
      if (written.ok) await write(JSON_TAIL);
      return written;
    }
    case 'md': {
      const all: Memory[] = [];
      const read = await each(async (memory) => void all.push(memory));
      if (read.ok) await write(markdownText(all, settings, exportedAt));
      return read;
    }
    default:
      return exhaustive(format);
  }
};
