/** The scopes of a home on disk. Each is a folder with a `scope.json`. [SP-1] */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Paths, scopesFolder } from '@cairn/client/device';
import { parseJson } from '@cairn/schema';
import * as z from 'zod';
import { type ScopeFile, type ScopeFiles, scopeName } from '../services/scopes/scope-file.ts';
import { makePrivateFolders, readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';

const FILE = 'scope.json';
const shape = z.object({ projects: z.array(z.string()), moving: z.array(z.string()).default([]) });

export const createScopeFiles = (paths: Pick<Paths, 'home'>): ScopeFiles => {
  const folder = scopesFolder(paths);
  const read = (name: string): ScopeFile | null => {
    const text = readPrivateFile(join(folder, name, FILE));
    return text === null ? null : shape.parse(parseJson(text));
  };
  return {
    list: () =>
      namesIn(folder).flatMap((name) => {
        const file = scopeName(name) === null ? null : read(name);
        return file === null ? [] : [[name, file] as const];
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

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};
