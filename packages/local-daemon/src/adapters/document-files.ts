/** Files as documents: what is text, by its content, and small enough. [M-11] */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LIMITS } from '@cairn/schema';

export type FoundFile =
  | { readonly kind: 'text'; readonly text: string; readonly modifiedAt: number }
  | { readonly kind: 'skipped'; readonly reason: string };

/** Milliseconds and bytes, as a document's entry has them; null when the file is gone from a folder that is there. */
export const lookAtFile = (path: string): { readonly modifiedAt: number; readonly bytes: number } | null => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return { modifiedAt: Math.floor(stats.mtimeMs), bytes: stats.size };
  // A disk that is not mounted takes no document away.
  statSync(dirname(path));
  return null;
};

/** Throws what the system says when it cannot be read. */
export const readDocument = (path: string): FoundFile => {
  const stats = statSync(path);
  if (!stats.isFile()) return { kind: 'skipped', reason: 'not a file' };
  if (stats.size > LIMITS.documentBytesMax) {
    const limit = LIMITS.documentBytesMax.toLocaleString('en-US');
    return {
      kind: 'skipped',
      reason: `${stats.size.toLocaleString('en-US')} bytes, and the limit is ${limit}`,
    };
  }
  const bytes = readFileSync(path);
  const text = bytes.includes(0) ? null : decode(bytes);
  if (text === null) return { kind: 'skipped', reason: 'not text' };
  if (text.trim() === '') return { kind: 'skipped', reason: 'empty' };
  return { kind: 'text', text, modifiedAt: Math.floor(stats.mtimeMs) };
};

/** A byte order mark stays, so that offsets count as in the file. */
const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** What no folder of documents is about. */
const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules']);

export const isSkippedPath = (path: string): boolean => path.split(/[\\/]/).some((part) => SKIPPED.has(part));

/** All files below a folder, by name; links are not followed. Folders that cannot be read go to `unreadable`. */
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
