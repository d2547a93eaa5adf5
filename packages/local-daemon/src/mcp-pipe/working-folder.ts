/** Recognises folders that are no project. A host without a folder starts its servers in the root or in the person's home. */
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { orElse } from '@cairn/schema';

export const isNoProject = (cwd: string, homeDir: string): boolean =>
  dirname(cwd) === cwd || realPath(cwd) === realPath(homeDir);

/** Returns the path without links, because the working folder of a process has none. A missing folder keeps its path. */
const realPath = (folder: string): string => orElse(() => realpathSync(folder), resolve(folder));
