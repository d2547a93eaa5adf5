/** AGENTS.md and its like: from the workspace, else from Cairn's own folder. The first that is there wins, file by file. [CX-2] */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@cairn/schema';

export interface FoundWorkspaceFile {
  readonly path: string;
  readonly text: string;
}

/** Null: it is in none of the folders, or cannot be read. Of a large one the beginning. */
export const readWorkspaceFile = (name: string, folders: readonly string[]): FoundWorkspaceFile | null => {
  for (const folder of folders) {
    const path = join(folder, name);
    const text = readBeginning(path);
    if (text !== null) return { path, text };
  }
  return null;
};

/** What is no file (a pipe would never end) or no text is as good as absent. */
const readBeginning = (path: string): string | null => {
  try {
    const file = openSync(path, 'r');
    try {
      if (!fstatSync(file).isFile()) return null;
      const bytes = new Uint8Array(LIMITS.promptFileBytesMax);
      const length = readSync(file, bytes, 0, bytes.length, 0);
      const read = bytes.subarray(0, length);
      return read.includes(0) ? null : new TextDecoder().decode(read);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
};
