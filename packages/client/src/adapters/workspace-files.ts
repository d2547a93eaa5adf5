/** AGENTS.md and its like: from the workspace, else from Cairn's own folder. The first that is there wins, file by file. [CX-2] */
import { join } from 'node:path';
import { LIMITS } from '@cairn/schema';
import { readBeginning } from './inside-file.ts';

export interface FoundWorkspaceFile {
  readonly path: string;
  readonly text: string;
}

/** Null: it is in none of the folders, or cannot be read. Of a large one the beginning. */
export const readWorkspaceFile = (name: string, folders: readonly string[]): FoundWorkspaceFile | null => {
  for (const folder of folders) {
    const path = join(folder, name);
    const text = textOf(folder, path);
    if (text !== null) return { path, text };
  }
  return null;
};

/** What is no file, leads out of the folder or is no text is as good as absent. [TR-12] */
const textOf = (folder: string, path: string): string | null => {
  const read = readBeginning(folder, path, LIMITS.promptFileBytesMax);
  return read === null || read.includes(0) ? null : new TextDecoder().decode(read);
};
