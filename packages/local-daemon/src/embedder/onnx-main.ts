/**
 * Program of an added embedder. Its arguments are the idle time, the model's folder, and the runtime's kind and path.
 * It may not write files or start programs, and may load native code only with a native runtime. [F-30]
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
