/** Fills the table of readable memories, once, behind a server that serves. [SY-S8] */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@cairn/schema';
import type { ReadableTable } from '../ports/readable-table.ts';

interface MemoryFillerDeps {
  readonly table: Pick<ReadableTable, 'fillStep'>;
  readonly log: { info(message: string): void; warn(message: string): void };
  readonly retryMs?: number;
}

/** `close` resolves when the step that is under way has ended. */
export const startMemoryFiller = ({ table, log, retryMs = LIMITS.fillRetryMs }: MemoryFillerDeps) => {
  const stopping = new AbortController();
  const fillAll = async (): Promise<void> => {
    let steps = 0;
    while (!stopping.signal.aborted && (await table.fillStep())) steps += 1;
    if (steps > 0) log.info(`readable memories: ${steps} steps filled their table`);
  };
  const tryUntilDone = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await fillAll();
      } catch (error) {
        log.warn(`readable memories: their table could not be filled yet: ${String(error)}`);
        await sleep(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      }
    }
  };
  const done = tryUntilDone();
  return {
    close: async (): Promise<void> => {
      stopping.abort();
      await done;
    },
  };
};
