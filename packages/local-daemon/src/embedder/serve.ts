/**
 * The program of an embedder: a child of the daemon, so that the model's memory comes and goes with it and no thread of the
 * daemon ever waits. Answers batches one after the other, leaves after five idle minutes, and leaves with the daemon, however
 * that ends: its channel closes. Its first argument is that time in milliseconds; tests give fewer. [F-3]
 */
import type { TextUse } from '@cairn/core';
import { after } from '../adapters/system-time.ts';
import { EMBEDDER_IDLE_MS, type EmbedAnswer, type EmbedRequest } from './messages.ts';

export interface LoadedModel {
  embed(texts: readonly string[], use: TextUse): Promise<readonly Float32Array[]>;
}

export const serveEmbedder = (loading: Promise<LoadedModel>): void => {
  // The first call is told why it failed.
  loading.catch(() => undefined);
  const embed = async ({ id, texts, use }: EmbedRequest): Promise<EmbedAnswer> => {
    try {
      return { id, vectors: await (await loading).embed(texts, use) };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  };
  const idleMs = Number(process.argv[2] ?? EMBEDDER_IDLE_MS);
  const leave = (): void => process.exit(0);
  let stayAwake = after(idleMs, leave);
  let last: Promise<void> = Promise.resolve();

  process.on('disconnect', leave);
  process.on('message', (request: EmbedRequest) => {
    stayAwake();
    last = last.then(async () => {
      const answer = await embed(request);
      stayAwake();
      stayAwake = after(idleMs, leave);
      process.send?.(answer);
    });
  });
};
