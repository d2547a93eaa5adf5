/** Runs an embedder that a person added as a child process: our program, the runtime, and the model's folder. [F-30] */
import type { Embedder } from '@cairn/core';
import type { OnnxRuntime } from '../embedder/added-model.ts';
import { type ChildEmbedderOptions, createChildEmbedder } from './child-embedder.ts';

/** In a bundle, all parts are in one folder. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? '../embedder/onnx-main.ts' : './embedder-onnx.js',
  import.meta.url,
);
/** Limit of the child's heap. Most of it is for a tokenizer of 250,000 words. The weights are outside the heap. */
const HEAP_MB = 1_024;
/**
 * The child may read any file, because Node's own modules are files. It may not write or start programs. It may load native code only
 * for the native runtime.
 */
const CONFINED: readonly string[] = ['--permission', '--allow-fs-read=*'];
const NATIVE: readonly string[] = process.allowedNodeEnvironmentFlags.has('--allow-addons')
  ? ['--allow-addons']
  : [];
/** Loading a large model from a slow disk takes long. */
const FIRST_CALL_MS_MAX = 180_000;
/** Enough for eight texts of 512 tokens with WebAssembly on a busy machine. */
const CALL_MS_MAX = 120_000;

interface AddedEmbedderOptions extends Pick<ChildEmbedderOptions, 'model' | 'fusion' | 'idleMs'> {
  readonly folder: string;
  readonly runtime: OnnxRuntime;
}

export const createAddedEmbedder = ({ folder, runtime, ...rest }: AddedEmbedderOptions): Embedder =>
  createChildEmbedder({
    ...rest,
    program: PROGRAM,
    programArguments: [folder, runtime.kind, runtime.path],
    nodeOptions: [
      '--max-semi-space-size=4',
      `--max-old-space-size=${HEAP_MB}`,
      // Older versions of Node do not have the flag, or call it experimental.
      ...(process.allowedNodeEnvironmentFlags.has('--permission') ? CONFINED : []),
      ...(runtime.kind === 'native' ? NATIVE : []),
    ],
    callMsMax: CALL_MS_MAX,
    firstCallMsMax: FIRST_CALL_MS_MAX,
  });
