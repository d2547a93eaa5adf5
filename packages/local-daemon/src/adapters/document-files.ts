/** Reads files as documents. Recognises text by its content, and limits the size. [M-11] */
import { closeSync, type Dirent, fstatSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OpenFile, openRegular, readAt } from '@cairn/client/device';
import { LIMITS, orElse } from '@cairn/schema';
import type { FoundFile } from '../services/document-watch.ts';

/**
 * Returns a file's time of change (Unix time, milliseconds) and size. Null if its folder exists without it, or it is no longer a file.
 * Throws if a folder of the path is a link, because the content would belong to another folder. [TR-12]
 * Throws if the folder is empty and has not changed after `seenAt`, because deleting the file would have changed it. The folder is then the
 * mount point of an unmounted disk.
 */
export const lookAtFile = (
  path: string,
  seenAt: number,
): { readonly modifiedAt: number; readonly bytes: number } | null => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) {
    if (realpathSync(path) !== path) throw new Error('a link leads to it');
    return { modifiedAt: Math.floor(stats.mtimeMs), bytes: stats.size };
  }
  // Throws if the folder is missing, so that an unmounted disk removes no document.
  const folder = dirname(path);
  if (isEmptySince(folder, seenAt)) throw new Error('its disk is not mounted');
  return null;
};

const isEmptySince = (folder: string, seenAt: number): boolean =>
  statSync(folder).mtimeMs < seenAt && readdirSync(folder).length === 0;

/**
 * Returns the mount point of the unmounted disk of a missing file; null if the file was deleted. The mount point is the nearest existing
 * folder. It is empty and has not changed after `seenAt`.
 */
export const emptyMountOf = (path: string, seenAt: number): string | null => {
  let folder = dirname(path);
  while (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) folder = dirname(folder);
  return isEmptySince(folder, seenAt) ? folder : null;
};

/** Whether a file is at exactly this path, without links. */
export const isFileAt = (path: string): boolean =>
  orElse(() => lstatSync(path).isFile() && realpathSync(path) === path, false);

/** Reads the file at exactly this path, without links. Throws the system's errors. [TR-12] */
export const readDocument = (path: string): FoundFile => {
  const file = openRegular(path);
  if (file === null) return { kind: 'skipped', reason: 'not a file' };
  try {
    return isReallyAt(path, file) ? documentIn(file) : { kind: 'skipped', reason: 'a link leads to it' };
  } finally {
    closeSync(file.fd);
  }
};

/** Checks after opening that the path has no link, because a folder may have become one meanwhile. */
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

/** Decodes UTF-8; null if it is invalid. Keeps a byte order mark, so that offsets match the file. */
const decode = (bytes: Uint8Array): string | null =>
  orElse(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), null);

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
