/** Reads files as documents: recognises text by its content, and checks the size. [M-11] */
import { closeSync, type Dirent, fstatSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OpenFile, openRegular, readAt } from '@cairn/client/device';
import { LIMITS } from '@cairn/schema';

export type FoundFile =
  | { readonly kind: 'text'; readonly text: string; readonly modifiedAt: number }
  | { readonly kind: 'skipped'; readonly reason: string };

/**
 * Returns milliseconds and bytes for a document's entry. Null if the file is missing from an existing folder, or was replaced by
 * something else. Throws if a link leads through the path, because the content would belong to another folder. [TR-12]
 */
export const lookAtFile = (path: string): { readonly modifiedAt: number; readonly bytes: number } | null => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) {
    if (realpathSync(path) !== path) throw new Error('a link leads to it');
    return { modifiedAt: Math.floor(stats.mtimeMs), bytes: stats.size };
  }
  // An unmounted disk removes no document.
  statSync(dirname(path));
  return null;
};

/** Throws the system's errors. Reads only the file with exactly this name, without links. [TR-12] */
export const readDocument = (path: string): FoundFile => {
  const file = openRegular(path);
  if (file === null) return { kind: 'skipped', reason: 'not a file' };
  try {
    return isReallyAt(path, file) ? documentIn(file) : { kind: 'skipped', reason: 'a link leads to it' };
  } finally {
    closeSync(file.fd);
  }
};

/** Checked after opening, because a folder of the path may have become a link meanwhile. */
const isReallyAt = (path: string, { fd }: OpenFile): boolean =>
  realpathSync(path) === path && lstatSync(path).ino === fstatSync(fd).ino;

const documentIn = (file: OpenFile): FoundFile => {
  if (file.bytes > LIMITS.documentBytesMax) {
    const limit = LIMITS.documentBytesMax.toLocaleString('en-US');
    return {
      kind: 'skipped',
      reason: `${file.bytes.toLocaleString('en-US')} bytes, and the limit is ${limit}`,
    };
  }
  const bytes = readAt(file.fd, 0, file.bytes);
  const text = bytes.includes(0) ? null : decode(bytes);
  if (text === null) return { kind: 'skipped', reason: 'not text' };
  if (text.trim() === '') return { kind: 'skipped', reason: 'empty' };
  return { kind: 'text', text, modifiedAt: file.modifiedAtMs };
};

/** A byte order mark stays, so that offsets are those of the file. */
const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Folders that never contain a person's documents. */
const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules']);

export const isSkippedName = (name: string): boolean => SKIPPED.has(name);

/** Returns all files below a folder, sorted by name, without following links. Unreadable folders are passed to `unreadable`. */
export const walkFolder = (folder: string, unreadable: (path: string, error: unknown) => void): string[] => {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    unreadable(folder, error);
    return [];
  }
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walkFolder(path, unreadable);
      return entry.isFile() ? [path] : [];
    });
};
