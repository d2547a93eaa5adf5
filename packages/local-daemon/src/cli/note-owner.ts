/** Which scope's notes are in a folder that an export made. [IM-7] */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** The file with the name of the scope whose notes are in the folder. A folder of the personal file has no such file. */
export const OWNER_FILE = '.cairn-scope';

export const ownerOf = (folder: string): string | null => {
  const path = join(folder, OWNER_FILE);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
};

/** Returns the files without those below a folder inside this one that has the notes of another scope. */
export const filesOf = (
  scope: string | null,
  folder: string,
  files: readonly string[],
): readonly string[] => {
  const others = files
    .filter((path) => basename(path) === OWNER_FILE && dirname(path) !== folder)
    .map(dirname)
    .filter((path) => ownerOf(path) !== scope);
  return files.filter((path) => !others.some((other) => path.startsWith(other + sep)));
};
