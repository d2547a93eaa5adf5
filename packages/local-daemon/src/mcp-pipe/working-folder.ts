/** Recognises folders that are no project. A host without a folder starts its servers in the root or in the person's home. */
import { dirname, resolve } from 'node:path';

export const isNoProject = (cwd: string, homeDir: string): boolean =>
  dirname(cwd) === cwd || resolve(cwd) === resolve(homeDir);
