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
  /** Pipes, sockets and devices among them. */
  readonly special: readonly string[];
  /** Folders that could not be read. */
  readonly problems: readonly Failure[];
}

export const findFiles = async (cwd: string, name: string): Promise<Result<FoundFiles, Failure>> => {
  try {
    const root = realpathSync(resolve(cwd, name));
    if (!statSync(root).isDirectory())
      return ok({ root, isFolder: false, files: [root], special: [], problems: [] });
    return ok({ root, isFolder: true, ...(await filesBelow(root)) });
  } catch (error) {
    return err(fileFailure(name, error));
  }
};

const filesBelow = async (root: string): Promise<Omit<FoundFiles, 'root' | 'isFolder'>> => {
  const { problems, ...found } = await listFolder(root);
  return { ...found, problems: problems.map(({ path, error }) => fileFailure(path, error)) };
};
