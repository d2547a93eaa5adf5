/** The folders of added embedders, and a temporary folder for each one that is being added. [F-30] */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { orElse, parseJson } from '@cairn/schema';
import type { EmbedderShelf } from '../services/embedders/add-embedder.ts';
import {
  type AddedEmbedder,
  addedEmbedder,
  EMBEDDER_FILE,
  isEmbedderName,
} from '../services/embedders/added-embedder.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

/** The first character of temporary folders. No embedder's name begins with it. */
const TEMPORARY = '.';

export const createEmbedderFolders = (root: string) => {
  const folderOf = (name: string): string => join(root, name);
  const temporaryOf = (name: string): string => join(root, `${TEMPORARY}${name}.new`);
  /** Returns null if there is no such embedder, or it is incomplete. */
  const read = (name: string): AddedEmbedder | null => {
    if (!isEmbedderName(name)) return null;
    const text = readPrivateFile(join(folderOf(name), EMBEDDER_FILE));
    const parsed = text === null ? null : addedEmbedder.safeParse(parseJson(text));
    return parsed?.success &&
      parsed.data.files.every((file) => sizeOf(join(folderOf(name), file.name)) === file.bytes)
      ? parsed.data
      : null;
  };
  return {
    read,
    folderOf,
    list: () =>
      namesIn(root)
        .filter((name) => statSync(folderOf(name), { throwIfNoEntry: false })?.isDirectory())
        .flatMap((name) => read(name) ?? []),
    /** Returns false if there was no such embedder. */
    remove(name: string): boolean {
      rmSync(temporaryOf(name), { recursive: true, force: true });
      const isThere = statSync(folderOf(name), { throwIfNoEntry: false }) !== undefined;
      rmSync(folderOf(name), { recursive: true, force: true });
      return isThere;
    },
    /** Makes the temporary folder in which an embedder of that name is assembled. */
    begin(name: string) {
      const folder = temporaryOf(name);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      return { folder, shelf: shelfOf({ root, folder, target: folderOf(name), read }) };
    },
  };
};

const namesIn = (folder: string): readonly string[] => orElse(() => readdirSync(folder).toSorted(), []);

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? -1;

interface Places extends Pick<EmbedderShelf, 'read'> {
  readonly root: string;
  readonly folder: string;
  readonly target: string;
}

const shelfOf = ({ root, folder, target, read }: Places): EmbedderShelf => {
  const write = (embedder: AddedEmbedder): void =>
    writePrivateFile(join(folder, EMBEDDER_FILE), JSON.stringify(embedder));
  return {
    read,
    textOf: (name) => orElse(() => readFileSync(join(folder, name), 'utf8'), null),
    freeBytes() {
      const { bavail, bsize } = statfsSync(root);
      return bavail * bsize;
    },
    keepOnly(names) {
      for (const name of namesIn(folder))
        if (!names.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
    },
    heldBytes: () => namesIn(folder).reduce((sum, name) => sum + Math.max(0, sizeOf(join(folder, name))), 0),
    draft: write,
    settle(embedder) {
      write(embedder);
      rmSync(target, { recursive: true, force: true });
      renameSync(folder, target);
    },
  };
};
