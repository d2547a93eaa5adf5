/**
 * The program of an added embedder. Arguments: the idle time, the model's folder, the runtime's kind and path. It may not write, start
 * programs or load native code, unless the runtime is native. [F-30]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddedModel } from './added-model.ts';
import { loadOnnxModel } from './onnx-model.ts';
import { serveEmbedder } from './serve.ts';

const [, , , folder = '', kind = 'wasm', path = ''] = process.argv;

const load = async () => {
  const model: AddedModel = JSON.parse(readFileSync(join(folder, 'embedder.json'), 'utf8'));
  return loadOnnxModel(folder, model, { kind: kind === 'native' ? 'native' : 'wasm', path });
};

serveEmbedder(load());
