/** Explains the system's error codes of a folder that cannot be written, and what helps. [RL-22] */
import { type CairnError, cairnError } from './errors.ts';

/** The errors by code, except those without advice of their own. */
const errorsIn = (folder: string): Readonly<Record<string, CairnError>> => {
  const noRight = cairnError(
    'storage_read_only',
    `This user may not write to ${folder}, so nothing can be saved. Make the folder and its files this user's own, or set CAIRN_HOME to another folder.`,
  );
  const tooMany = cairnError(
    'storage_read_only',
    'Too many files are open, so Cairn can neither save nor load a part of itself. Raise the limit (`ulimit -n`) or end programs, then try again.',
    true,
  );
  return {
    ENOSPC: cairnError(
      'storage_full',
      `The disk of ${folder} is full, so nothing can be saved. Free some space there, then try again.`,
      true,
    ),
    EDQUOT: cairnError(
      'storage_full',
      `Your quota on the disk of ${folder} is used up, so nothing can be saved. Remove files of yours there, then try again.`,
      true,
    ),
    EROFS: cairnError(
      'storage_read_only',
      `The file system of ${folder} is mounted read-only, so nothing can be saved. Mount it for writing, or set CAIRN_HOME to a folder elsewhere.`,
    ),
    EACCES: noRight,
    EPERM: noRight,
    EMFILE: tooMany,
    ENFILE: tooMany,
  };
};

/** Bytes of the longest folder. SQLite takes 504 bytes for the path of a database, and this one is `cairn.db`. */
const FOLDER_BYTES_MAX = 495;

const tooLong = (folder: string): CairnError | undefined => {
  const bytes = new TextEncoder().encode(folder).length;
  if (bytes <= FOLDER_BYTES_MAX) return undefined;
  const message = `The path of the folder ${folder} has ${bytes} bytes, and the most is ${FOLDER_BYTES_MAX}. Set CAIRN_HOME to a folder with a shorter path.`;
  return cairnError('storage_read_only', message);
};

/** Returns the error for a code. `folder`: as shown to the person. `reason`: the system's message, which is shown for unknown codes. */
export const unwritable = (code: string | null, folder: string, reason: string): CairnError =>
  errorsIn(folder)[code ?? ''] ??
  tooLong(folder) ??
  cairnError(
    'storage_read_only',
    `Cairn cannot write to its folder ${folder}: ${reason}. Make it writable, or set CAIRN_HOME to a writable folder.`,
  );

/** Recognises the messages of libraries and threads about missing file descriptors. */
export const isShortOfFiles = (message: string): boolean =>
  /\b(?:EMFILE|ENFILE)\b|too many open files/i.test(message);

/** Error codes of a folder in which nothing can be written, at the moment or at all. */
export const UNWRITABLE_CODES: ReadonlySet<string | null> = new Set(Object.keys(errorsIn('')));

/** Returns the message of whatever was thrown. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the system's code of an error; null if it has none. */
export const systemCodeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
