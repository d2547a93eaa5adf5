/**
 * Reads files of untrusted folders. Opens only regular files, follows no link that leaves the folder, and reads no more
 * than a limit. [TR-12]
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { orElse } from '@cairn/schema';

/** Windows lacks the last two flags, and has no pipes in folders. */
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

export interface OpenFile {
  readonly fd: number;
  readonly bytes: number;
  readonly modifiedAtMs: number;
}

/**
 * Opens a regular file. Returns null if the path is something else. The caller closes the file. Throws the system's errors. A pipe is
 * never opened, because opening it would block the process until somebody writes to it.
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

/** Returns up to `length` bytes from an offset in an open file; fewer at its end. */
export const readAt = (fd: number, at: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  for (;;) {
    const more = readSync(fd, bytes, read, length - read, at + read);
    read += more;
    if (more === 0 || read === length) return bytes.subarray(0, read);
  }
};

/** Returns the beginning of a regular file, or null if the path is something else. Throws the system's errors. */
export const readRegular = (path: string, bytesMax = Number.POSITIVE_INFINITY): Buffer | null => {
  const file = openRegular(path);
  if (file === null) return null;
  try {
    return readAt(file.fd, 0, Math.min(file.bytes, bytesMax));
  } finally {
    closeSync(file.fd);
  }
};

/** Returns the path with its links resolved, or null if it leads out of the folder or does not exist. */
export const realInside = (folder: string, path: string): string | null =>
  orElse(() => {
    const root = realpathSync.native(folder);
    const real = realpathSync.native(path);
    return real === root || real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) ? real : null;
  }, null);

/** Returns the whole content of a file in this folder. Null if it is outside, is no file, is larger than `bytesMax`, or cannot be read. */
export const readInside = (folder: string, path: string, bytesMax: number): Buffer | null => {
  const found = readBeginning(folder, path, bytesMax + 1);
  return found === null || found.length > bytesMax ? null : found;
};

/** Like `readInside`, but returns the beginning of a larger file. */
export const readBeginning = (folder: string, path: string, bytesMax: number): Buffer | null => {
  const real = realInside(folder, path);
  return real === null ? null : orElse(() => readRegular(real, bytesMax), null);
};
