/**
 * Reads and atomically replaces settings files of other programs. Follows symbolic links, keeps the file's mode (less the umask), and
 * keeps one copy of the earlier content. [IN-4]
 */
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { orElse, systemCodeOf } from '@cairn/schema';
import { type ConfigFiles, textIn } from '../services/integrations/config-files.ts';
import { freshName } from './private-file.ts';

const BACKUP = '.cairn-backup';
const BYTES_MAX = 67_108_864;

export const createConfigFiles = (): ConfigFiles => ({
  exists: existsSync,
  read,
  write: (path, text, { expected, mode, backup }) => {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && (stats.mode & 0o222) === 0)
        return failed('it is read-only; make it writable and try again');
      const made = mkdirSync(dirname(path), { recursive: true }) ?? null;
      const real = stats === undefined ? path : realpathSync(path);
      const isReplaced = replace(real, text, {
        mode: stats === undefined ? mode : stats.mode & 0o777,
        isStillIt: () => isStill(path, expected),
        keep: () => {
          if (stats !== undefined && backup && !existsSync(path + BACKUP))
            copyFileSync(real, path + BACKUP, constants.COPYFILE_EXCL);
        },
      });
      return isReplaced ? { kind: 'written', made } : { kind: 'changed' };
    } catch (error) {
      return failed(reasonOf(error));
    }
  },
  remove: (path, expected) => {
    try {
      if (!isStill(path, expected)) return { kind: 'changed' };
      rmSync(path, { force: true });
      return null;
    } catch (error) {
      return failed(reasonOf(error));
    }
  },
  readBackup: (path) => textIn({ read })(path + BACKUP),
  removeBackup: (path) => rmSync(path + BACKUP, { force: true }),
  removeEmptyFolder: removeIfEmpty,
});

/** Does nothing to a folder that is not empty, or no longer exists. */
export const removeIfEmpty = (folder: string): void => orElse(() => rmdirSync(folder), undefined);

const read: ConfigFiles['read'] = (path) => {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined)
      return isLink(path) ? failed('it is a symbolic link to nothing; fix or remove it') : { kind: 'absent' };
    if (!stats.isFile()) return failed('it is not a file');
    if (stats.size > BYTES_MAX) return failed(`it has more than ${BYTES_MAX} bytes`);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
    return { kind: 'text', text };
  } catch (error) {
    return failed(error instanceof TypeError ? 'it is not UTF-8 text' : reasonOf(error));
  }
};

const isStill = (path: string, expected: string | null): boolean => {
  const now = read(path);
  return now.kind === 'text' ? now.text === expected : now.kind === 'absent' && expected === null;
};

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

interface Replacing {
  readonly mode: number;
  /** Called just before the replacement, so that hardly any time is left in which another program could write. */
  readonly isStillIt: () => boolean;
  readonly keep: () => void;
}

/** Replaces the file atomically. Returns false, without a change, if another program has written it meanwhile. */
const replace = (path: string, text: string, { mode, isStillIt, keep }: Replacing): boolean => {
  const fresh = freshName(path);
  try {
    writeFileSync(fresh, text, { mode, flush: true, flag: 'wx' });
    if (!isStillIt()) {
      rmSync(fresh, { force: true });
      return false;
    }
    keep();
    renameSync(fresh, path);
    return true;
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
};

const failed = (reason: string) => ({ kind: 'failed', reason }) as const;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you have no right to do that; see who owns it',
  EPERM: 'the system does not allow it; see who owns it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'its folder is missing and cannot be made; see whether the disk is read-only',
  ENOTDIR: 'a file is where its folder should be',
  EISDIR: 'it is a folder',
  EEXIST: 'a link to nothing is where its copy should be; remove it',
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return REASONS[systemCodeOf(error) ?? ''] ?? error.message;
};
