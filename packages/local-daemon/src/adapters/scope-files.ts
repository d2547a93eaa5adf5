/** The scopes of a home on disk. Each is a folder with a `scope.json`. [SP-1] */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Paths, scopesFolder } from '@cairn/client/device';
import { orElse, parseJson, systemCodeOf } from '@cairn/schema';
import * as z from 'zod';
import { type ScopeFile, type ScopeFiles, scopeName } from '../services/scopes/scope-file.ts';
import { makePrivateFolders, readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';

const FILE = 'scope.json';
const shape = z.object({ projects: z.array(z.string()), moving: z.array(z.string()).default([]) });

export const createScopeFiles = (paths: Pick<Paths, 'home'>): ScopeFiles => {
  const folder = scopesFolder(paths);
  return {
    list: () =>
      namesIn(folder).flatMap((name) => {
        const file = scopeName(name) === null ? undefined : read(join(folder, name, FILE));
        return file === undefined ? [] : [[name, file] as const];
      }),
    write(name, file) {
      makePrivateFolders([join(folder, name)]);
      writePrivateFile(join(folder, name, FILE), `${JSON.stringify(file)}\n`);
    },
    unlist: (name) => removePrivateFile(join(folder, name, FILE)),
    remove(name) {
      // Renamed first, because a partly deleted scope must not count as one.
      const going = join(folder, `.${name}`);
      rmSync(going, { recursive: true, force: true });
      renameSync(join(folder, name), going);
      rmSync(going, { recursive: true, force: true });
    },
  };
};

/** Returns undefined without such a file, and null for one that cannot be read, such as a damaged one. */
const read = (path: string): ScopeFile | null | undefined =>
  orElse(() => {
    const text = readPrivateFile(path);
    return text === null ? undefined : shape.parse(parseJson(text));
  }, null);

/** Plain files are left out, because a scope is a folder. */
const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) => (entry.isFile() ? [] : [entry.name]))
      .sort();
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
};
