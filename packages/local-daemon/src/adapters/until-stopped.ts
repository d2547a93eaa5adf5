/** The reasons that end a daemon: a signal, a request, the loss of its folder, or an uncaught error. */
import type { Log } from '../services/log.ts';

export type StopReasons = ReturnType<typeof createStopReasons>;

export const createStopReasons = (log: Log) => {
  const controller = new AbortController();
  /** Only the first reason counts. */
  const stop = (reason: string): void => {
    if (controller.signal.aborted) return;
    log.info('stopping', { reason });
    controller.abort();
  };
  return { stopSignal: controller.signal, stop };
};

export const stopOnSignals = ({ stop }: StopReasons): void => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
};

/**
 * Logs an uncaught error without its message, which may contain content, and ends the daemon. Acknowledged writes are durable, and the
 * next client starts a daemon again.
 */
export const endOnUncaught = (log: Log): void => {
  const end = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const place = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
    log.error('an error that nobody caught', {
      error: error instanceof Error ? error.name : typeof error,
      where: place.slice(0, 4).join(' <').replace(/\s+/g, ' '),
    });
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
};

/** Ends the daemon if its engine died, because its state is then useless. Acknowledged writes are durable. */
export const endOnDeath =
  (log: Log) =>
  (reason: string): void => {
    log.error('ended', { reason });
    process.exit(1);
  };
