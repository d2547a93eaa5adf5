/** Runs the collection every hour, the first time after one, never twice at once. [SY-E4] */
import { LIMITS } from '@cairn/schema';
import type { createCollect } from '../services/collect.ts';

interface CollectionTimerDeps {
  readonly collectAll: ReturnType<typeof createCollect>['collectAll'];
  readonly log: { info(message: string): void; warn(message: string): void };
  readonly intervalMs?: number;
}

/** `close` resolves when a round that is under way has ended, between two vaults. */
export const startCollectionTimer = ({ collectAll, log, intervalMs }: CollectionTimerDeps) => {
  let stopping = false;
  let round: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    const done = await collectAll(() => stopping);
    if (!done.ok) return log.warn(`nothing could be collected: ${done.error.reason}`);
    const { anchors, vaults } = done.value;
    if (anchors > 0) log.info(`collected ${anchors} old commits in ${vaults} vaults`);
  };
  const timer = setInterval(() => {
    round ??= run()
      .catch((error: unknown) => log.warn(`collection failed: ${String(error)}`))
      .finally(() => {
        round = null;
      });
  }, intervalMs ?? LIMITS.collectIntervalMs);
  timer.unref();
  return {
    close: async (): Promise<void> => {
      stopping = true;
      clearInterval(timer);
      await round;
    },
  };
};
