/** The server's periodic work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@cairn/schema';
import type { ReadableTable } from '../ports/readable-table.ts';
import type { Log } from '../ports/request-log.ts';
import type { createCollect } from '../services/collect.ts';
import type { ScheduledBackups } from '../services/scheduled-backups.ts';
import type { SqlDatabase } from '../sql/database.ts';

/** Repeats work that never rejects, never twice at once. */
const repeating = (everyMs: number, work: () => Promise<void>) => {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= work().finally(() => {
      running = null;
    });
  };
  const timer = setInterval(run, everyMs).unref();
  const end = (): Promise<void> | null => {
    clearInterval(timer);
    return running;
  };
  return { run, end };
};

/** `close` ends the work, and waits for the step that runs. */
const closing = (stopping: AbortController, ended: () => Promise<void> | null) => ({
  close: async (): Promise<void> => {
    stopping.abort();
    await ended();
  },
});

interface CollectionTimerDeps {
  readonly collectAll: ReturnType<typeof createCollect>['collectAll'];
  readonly reclaim?: SqlDatabase['reclaim'];
  readonly log: Log;
  readonly intervalMs?: number;
}

/** Collects every hour, first after one hour, never twice at once. Stops between two vaults. [SY-E4, OP-24] */
export const startCollectionTimer = ({ collectAll, reclaim, log, intervalMs }: CollectionTimerDeps) => {
  const stopping = new AbortController();
  const collect = async (): Promise<void> => {
    const done = await collectAll(() => stopping.signal.aborted);
    if (!done.ok) return log.warn(`nothing could be collected: ${done.error.reason}`);
    const { anchors, vaults } = done.value;
    if (anchors > 0) log.info(`collected ${anchors} old commits in ${vaults} vaults`);
    if (!stopping.signal.aborted) await reclaim?.();
  };
  const timer = repeating(intervalMs ?? LIMITS.collectIntervalMs, () =>
    collect().catch((error: unknown) => log.warn(`collection failed: ${String(error)}`)),
  );
  return closing(stopping, timer.end);
};

interface MemoryFillerDeps {
  readonly table: Pick<ReadableTable, 'fillStep'>;
  readonly log: Log;
  readonly retryMs?: number;
}

/** Fills the table of readable memories once, while the server serves. [SY-S8] */
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
        // A stop rejects the pause; the loop then ends.
        await sleep(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      }
    }
  };
  const done = tryUntilDone();
  return closing(stopping, () => done);
};

const LOOK_MS = 10 * 60_000;

/** Checks at the start and every ten minutes whether a backup is due, never twice at once. `close` cancels a running check. [OP-15] */
export const startBackupTimer = ({ round }: ScheduledBackups) => {
  const stopping = new AbortController();
  const timer = repeating(LOOK_MS, () => round(stopping.signal));
  timer.run();
  return closing(stopping, timer.end);
};
