/** Reads a model from a folder, or from an ONNX file in one. Copies only regular files inside of it. [F-30, TR-12] */
import { constants, copyFileSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Checked, ok, refuseInput } from '@cairn/schema';
import type { ModelSource } from '../services/embedders/add-embedder.ts';
import type { ListedFile } from '../services/embedders/model-facts.ts';
import { sumsOf } from './download.ts';

/** Subfolders in which files may be. */
const FOLDERS: readonly string[] = ['', 'onnx', '1_Pooling'];
const FILES_MAX = 1_000;

const statOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });

/** Opens the folder or the ONNX file at the absolute `path`. `to`: the temporary folder in which the files are assembled. */
export const openModelFolder = (
  path: string,
  to: string,
): Checked<{ readonly source: ModelSource; readonly file: string | null }> => {
  const found = statOf(path);
  const isFile = found?.isFile() === true && path.endsWith('.onnx');
  if (!isFile && found?.isDirectory() !== true)
    return refuseInput(`${path} is neither the folder of a model nor an ONNX file. Give one of the two.`);
  const root = isFile ? rootOf(dirname(path)) : path;
  const files = FOLDERS.flatMap((folder) => listed(root, folder));
  return ok({
    file: isFile ? path.slice(root.length + 1).replaceAll('\\', '/') : null,
    source: {
      told: { kind: 'folder', path },
      files,
      async bring({ name, file }, onBytes) {
        const target = join(to, name);
        rmSync(target, { force: true });
        copyFileSync(join(root, file.path), target, constants.COPYFILE_FICLONE);
        onBytes(file.bytes);
        const { sha256 } = await sumsOf(target, file.bytes);
        return ok({ name, from: file.path, bytes: file.bytes, sha256, proof: 'none' });
      },
    },
  });
};

/** The tokenizer of a file in `onnx/` is one folder above. */
const rootOf = (folder: string): string => (basename(folder) === 'onnx' ? dirname(folder) : folder);

const listed = (root: string, folder: string): readonly ListedFile[] => {
  const at = join(root, folder);
  if (statOf(at)?.isDirectory() !== true) return [];
  return readdirSync(at)
    .slice(0, FILES_MAX)
    .flatMap((name) => {
      const stats = statOf(join(at, name));
      return stats?.isFile() === true
        ? [{ path: folder === '' ? name : `${folder}/${name}`, bytes: stats.size }]
        : [];
    });
};
