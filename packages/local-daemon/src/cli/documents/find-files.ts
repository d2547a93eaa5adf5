/** A path that was given → the files to index. [M-11] */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { err, ok, type Result } from '@cairn/schema';
import { listFolder } from '../../adapters/folder-files.ts';
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
  const files = await listFolder(root, (path, error) => problems.push(fileFailure(path, error)));
  return { files, problems };
};
