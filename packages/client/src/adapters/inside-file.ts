/**
 * Files of a folder that nobody vouches for: only regular ones are opened, links that leave are not followed, and nothing is
 * read beyond a limit. [TR-12]
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';

/** Windows has neither flag; it has no pipes among its files either. */
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

export interface OpenFile {
  readonly fd: number;
  readonly bytes: number;
  readonly modifiedAtMs: number;
}

/**
 * A regular file, open; null when something else is there. The caller closes it. Throws what the system says. A pipe is never
 * opened: that would hold up the process until somebody writes to it.
 */
export const openRegular = (path: string): OpenFile | null => {
  const named = lstatSync(path);
  if (!named.isFile()) return null;
  const fd = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  const { size, mtimeMs, ino, dev } = fstatSync(fd);
  if (ino === named.ino && dev === named.dev) return { fd, bytes: size, modifiedAtMs: Math.floor(mtimeMs) };
  closeSync(fd);
  return null;
};

/** Up to so many bytes from a place in an open file; fewer at its end. */
export const readAt = (fd: number, at: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  for (;;) {
    const more = readSync(fd, bytes, read, length - read, at + read);
    read += more;
    if (more === 0 || read === length) return bytes.subarray(0, read);
  }
};

/** The path without links, when it is the folder or lies in it. Null: it leaves, or is not there. */
export const realInside = (folder: string, path: string): string | null => {
  try {
    const root = realpathSync.native(folder);
    const real = realpathSync.native(path);
    return real === root || real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) ? real : null;
  } catch {
    return null;
  }
};

/** The whole of a file that lies in this folder; null when it does not, is none, is larger, or cannot be read. */
export const readInside = (folder: string, path: string, bytesMax: number): Buffer | null => {
  const found = readBeginning(folder, path, bytesMax + 1);
  return found === null || found.length > bytesMax ? null : found;
};

/** As `readInside`; of a larger file the beginning. */
export const readBeginning = (folder: string, path: string, bytesMax: number): Buffer | null => {
  const real = realInside(folder, path);
  if (real === null) return null;
  try {
    const file = openRegular(real);
    if (file === null) return null;
    try {
      return readAt(file.fd, 0, Math.min(file.bytes, bytesMax));
    } finally {
      closeSync(file.fd);
    }
  } catch {
    return null;
  }
};
