/** A path that was given → the files to index. [M-11] */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { err, ok, type Result } from '@cairn/schema';
import { isSkippedPath, walkFolder } from '../../adapters/document-files.ts';
import { listGitFiles } from '../../adapters/git-ls-files.ts';
import type { Failure } from '../failure.ts';
import { fileFailure } from '../text-file.ts';

export interface FoundFiles {
  /** The absolute path that was meant, links resolved. */
  readonly root: string;
  readonly isFolder: boolean;
  readonly files: readonly string[];
  /** Folders that could not be read. */
  readonly problems: readonly Failure[];
}

export const findFiles = async (cwd: string, name: string): Promise<Result<FoundFiles, Failure>> => {
  try {
    const root = realpathSync(resolve(cwd, name));
    if (!statSync(root).isDirectory()) return ok({ root, isFolder: false, files: [root], problems: [] });
    return ok({ root, isFolder: true, ...(await filesBelow(root)) });
  } catch (error) {
    return err(fileFailure(name, error));
  }
};

const filesBelow = async (root: string): Promise<Pick<FoundFiles, 'files' | 'problems'>> => {
  const problems: Failure[] = [];
  const note = (path: string, error: unknown): void => void problems.push(fileFailure(path, error));
  const listed = await listGitFiles(root);
  const files =
    listed === null
      ? walkFolder(root, note)
      : listed.filter((path) => !isSkippedPath(path.slice(root.length)) && isThere(path));
  // git says nothing about a folder that it may not read.
  if (files.length === 0 && listed !== null) walkFolder(root, note);
  return { files, problems };
};

/** A file that git knows may have been deleted; links are not followed. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
