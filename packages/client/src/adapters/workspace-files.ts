/** Reads AGENTS.md and similar files from the workspace, else from Cairn's own folder. For each name the first file found wins. [CX-2] */
import { join, parse } from 'node:path';
import { LIMITS } from '@cairn/schema';
import { readBeginning } from './inside-file.ts';

/**
 * Returns the path and text of a file. Null if it is in neither folder or cannot be read. A large file gives its beginning. `own`: the
 * person's own folder. Links in it may lead anywhere.
 */
export const readWorkspaceFile = (
  name: string,
  { workspace, own }: { readonly workspace: string | null; readonly own: string | null },
) => {
  const found = (folder: string | null, limit: string | null) => {
    const path = join(folder ?? '', name);
    const text = folder === null ? null : textOf(limit ?? parse(path).root, path);
    return text === null ? null : { path, text };
  };
  return found(workspace, workspace) ?? found(own, null);
};

/** Returns null for a name that is no file, leads out of the folder or is no text. [TR-12] */
const textOf = (folder: string, path: string): string | null => {
  const read = readBeginning(folder, path, LIMITS.promptFileBytesMax);
  return read === null || read.includes(0) ? null : new TextDecoder().decode(read);
};
