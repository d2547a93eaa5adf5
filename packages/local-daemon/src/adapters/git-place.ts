/**
 * Finds the repository of a folder. A `.git` that points elsewhere counts only if its target points back, as git writes it for worktrees
 * and submodules. So another folder cannot claim to be this repository. [TR-12]
 */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readInside, realInside } from '@cairn/client/device';
import { FOLDER_LIMITS, orElse } from '@cairn/schema';
import { parseGitConfig } from '../git/config.ts';

export interface GitPlace {
  /** The folder of HEAD; a worktree has its own. */
  readonly gitDir: string;
  /** The folder of everything else, shared by all worktrees. */
  readonly common: string;
}

export interface Repository {
  readonly top: string;
  /** Null if the target of its `.git` does not point back. */
  readonly place: GitPlace | null;
}

export const findRepository = (folder: string): Repository | null => {
  for (let at = folder; ; at = dirname(at)) {
    const found = repositoryAt(at);
    if (found !== null) return found;
    if (dirname(at) === at) return null;
  }
};

/** Returns null if this folder itself is no repository. */
export const repositoryAt = (top: string): Repository | null => {
  const dotGit = join(top, '.git');
  const kind = kindOf(dotGit);
  if (kind === 'folder') {
    const isOne = readInside(dotGit, join(dotGit, 'HEAD'), FOLDER_LIMITS.gitPointerBytesMax) !== null;
    return isOne ? { top, place: { gitDir: dotGit, common: dotGit } } : null;
  }
  if (kind === 'link') {
    const gitDir = realInside(top, dotGit);
    return { top, place: gitDir === null ? null : { gitDir, common: gitDir } };
  }
  const pointer = kind === 'file' ? pointerIn(top, dotGit) : null;
  return pointer === null ? null : { top, place: placeBehind(top, pointer) };
};

const kindOf = (path: string): 'folder' | 'file' | 'link' | 'other' => {
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) return 'folder';
    if (stats.isSymbolicLink()) return 'link';
    return stats.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
};

const lineOf = (folder: string, path: string): string | null =>
  readInside(folder, path, FOLDER_LIMITS.gitPointerBytesMax)?.toString('utf8').split('\n')[0]?.trim() ?? null;

/**
 * Returns the path in a `.git` file. Null for another machine's share, because reading it would send this person's password hash to that
 * machine.
 */
const pointerIn = (top: string, dotGit: string): string | null => {
  const pointer = lineOf(top, dotGit)
    ?.match(/^gitdir:(.+)$/)?.[1]
    ?.trim();
  if (pointer === undefined || /^[\\/]{2}/.test(pointer)) return null;
  return pointer;
};

const placeBehind = (top: string, pointer: string): GitPlace | null => {
  const gitDir = real(resolve(top, pointer));
  if (gitDir === null || !leadsBack(top, gitDir)) return null;
  const shared = lineOf(gitDir, join(gitDir, 'commondir'));
  if (shared === null) return { gitDir, common: gitDir };
  const above = dirname(gitDir);
  const common = dirname(above);
  return basename(above) === 'worktrees' && real(resolve(gitDir, shared)) === common
    ? { gitDir, common }
    : null;
};

/** Returns true if `gitDir` is in the folder, names the folder's `.git` (a worktree), or names the folder (a submodule). */
const leadsBack = (top: string, gitDir: string): boolean => {
  if (realInside(top, gitDir) !== null) return true;
  const dotGit = lineOf(gitDir, join(gitDir, 'gitdir'));
  if (dotGit !== null)
    return basename(dotGit) === '.git' && real(dirname(resolve(gitDir, dotGit))) === real(top);
  const text = readInside(gitDir, join(gitDir, 'config'), FOLDER_LIMITS.gitConfigBytesMax);
  const worktree = text === null ? null : parseGitConfig(text.toString('utf8')).worktree;
  return worktree !== null && real(resolve(gitDir, worktree)) === real(top);
};

const real = (path: string): string | null => orElse(() => realpathSync.native(path), null);
