import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { err, errorText, ok, type Result, systemCodeOf } from '@cairn/schema';
import { type Failure, fail, failure } from './failure.ts';

/** Reads a small file as text. */
export const readTextFile = (path: string): Result<string, Failure> => {
  try {
    const bytes = readFileSync(path);
    return isUtf8(bytes) ? ok(bytes.toString('utf8')) : notText(path);
  } catch (error) {
    return err(fileFailure(path, error));
  }
};

export const notText = (path: string) =>
  fail('bad_file', `${path}: this is not UTF-8 text. Save it as UTF-8, then try again.`);

/** Returns the system's reason with the file's name, and without the name of the system call. */
export const fileFailure = (path: string, error: unknown): Failure =>
  failure('bad_file', `${path}: ${fileReason(error)}.`);

/** Returns the failure to write a file. If something is missing, it is the folder. */
export const unwrittenFailure = (path: string, error: unknown): Failure =>
  systemCodeOf(error) === 'ENOENT'
    ? failure('bad_file', `${path}: there is no folder ${dirname(path)}. Make it, then run this again.`)
    : fileFailure(path, error);

/** Returns the reason without a full stop. */
export const fileReason = (error: unknown): string =>
  REASONS[systemCodeOf(error) ?? ''] ?? errorText(error).replace(/^[A-Z]+: /, '');

/** Error codes of a disk that cannot be written, or of a name that is too long. */
const OF_THE_DISK = new Set(['EACCES', 'EDQUOT', 'ELOOP', 'ENAMETOOLONG', 'ENOSPC', 'ENOTDIR', 'EROFS']);

/** Returns the failure if the disk caused a thrown error. Null if the error may be a bug. */
export const diskFailure = (error: unknown): Failure | null => {
  const { path, syscall }: { readonly path?: unknown; readonly syscall?: unknown } = Object(error);
  const code = systemCodeOf(error) ?? '';
  // CAIRN_HOME is a file.
  if (syscall === 'mkdir' && code === 'EEXIST') return failure('bad_file', `${path}: this is no folder.`);
  // A file system such as /proc takes no folders.
  if (syscall === 'mkdir' && (code === 'ENOENT' || code === 'EPERM'))
    return failure(
      'storage_read_only',
      `The folder ${path} cannot be made. Set CAIRN_HOME to a folder that can be written.`,
    );
  if (!OF_THE_DISK.has(code)) return null;
  return fileFailure(typeof path === 'string' ? path : 'A file cannot be written', error);
};

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'this is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'its links form a loop',
  EEXIST: 'it is there already',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  ENAMETOOLONG: 'the name is too long',
};
