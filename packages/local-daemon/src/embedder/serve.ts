/**
 * Runs the main loop of an embedder's program. The program is a child of the daemon, so its memory is freed when it
 * exits, and no thread of the daemon waits. It answers batches in order. It exits after its idle time, or when the
 * daemon's channel closes. Its first argument is the idle time in milliseconds; the default is five minutes. [F-3]
 */
import type { TextUse } from '@cairn/core';
import { errorText } from '@cairn/schema';
import { after } from '../adapters/system-time.ts';
import { EMBEDDER_IDLE_MS, type EmbedAnswer, type EmbedRequest } from './messages.ts';

export interface LoadedModel {
  embed(texts: readonly string[], use: TextUse): Promise<readonly Float32Array[]>;
}

export const serveEmbedder = (loading: Promise<LoadedModel>): void => {
  // The first call reports why loading failed.
  loading.catch(() => undefined);
  const embed = async ({ id, texts, use }: EmbedRequest): Promise<EmbedAnswer> => {
    try {
      return { id, vectors: await (await loading).embed(texts, use) };
    } catch (error) {
      return { id, error: errorText(error) };
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
