/** The files of a folder that are worth a look: what git would have, or all of them. [M-11] */
import { lstatSync } from 'node:fs';
import { isSkippedPath, walkFolder } from './document-files.ts';
import { listGitFiles } from './git-ls-files.ts';

/** Absolute paths by name. Folders that cannot be read go to `unreadable`. */
export const listFolder = async (
  root: string,
  unreadable: (path: string, error: unknown) => void,
): Promise<readonly string[]> => {
  const listed = await listGitFiles(root);
  if (listed === null) return walkFolder(root, unreadable);
  const files = listed.filter((path) => !isSkippedPath(path.slice(root.length)) && isThere(path));
  // git says nothing about a folder that it may not read.
  if (files.length === 0) walkFolder(root, unreadable);
  return files;
};

/** A file that git knows may have been deleted; links are not followed. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
