/**
 * The runtime of ONNX models: onnxruntime-node if it is installed beside Cairn, else onnxruntime-web. The WebAssembly program of
 * onnxruntime-web is one file with a known checksum. It is downloaded with the first added embedder. [F-30]
 */
import { copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Answer } from '@cairn/core';
import { err, ok, refuseInput } from '@cairn/schema';
import { type OnnxRuntime, RUNTIME } from '../embedder/added-model.ts';
import { type DownloadOptions, download, sumsOf } from './download.ts';

/** The file of the package onnxruntime-web at a public mirror. */
export const RUNTIME_URL = `https://cdn.jsdelivr.net/npm/onnxruntime-web@${RUNTIME.version}/dist/ort-wasm-simd-threaded.wasm`;

/** Names of embedders never begin with a dot. */
const fileIn = (embedders: string): string => join(embedders, `.onnxruntime-${RUNTIME.version}.wasm`);

/** Returns null if there is no runtime yet. */
export const findRuntime = (embedders: string): OnnxRuntime | null => {
  try {
    return { kind: 'native', path: createRequire(import.meta.url).resolve('onnxruntime-node') };
  } catch {
    const path = fileIn(embedders);
    return existsSync(path) ? { kind: 'wasm', path } : null;
  }
};

/** Downloads or copies the WebAssembly runtime. `from`: a URL, or the absolute path of a copy. */
export const bringRuntime = async (
  embedders: string,
  from: string,
  options: DownloadOptions,
): Answer<OnnxRuntime> => {
  mkdirSync(embedders, { recursive: true, mode: 0o700 });
  const path = fileIn(embedders);
  const part = `${path}.part`;
  const { bytes, sha256 } = RUNTIME;
  if (/^https?:/.test(from)) {
    const came = await download(
      { url: from, to: part, bytes, sum: { kind: 'sha256', hex: sha256 } },
      options,
    );
    if (!came.ok) return err({ ...came.error, message: `The runtime: ${came.error.message} ${OTHERWISE}` });
  } else if (!(await copied(from, part))) {
    rmSync(part, { force: true });
    return refuseInput(`${from} is not the right runtime. ${OTHERWISE}`);
  }
  renameSync(part, path);
  return ok({ kind: 'wasm', path });
};

const copied = async (from: string, to: string): Promise<boolean> => {
  if (lstatSync(from, { throwIfNoEntry: false })?.isFile() !== true) return false;
  copyFileSync(from, to);
  return (await sumsOf(to, RUNTIME.bytes)).sha256 === RUNTIME.sha256;
};

const OTHERWISE = `It is dist/ort-wasm-simd-threaded.wasm of the npm package onnxruntime-web ${RUNTIME.version}: name your copy by --runtime FILE. Or run \`npm i -g --ignore-scripts onnxruntime-node\`, which is faster and needs no copy.`;
