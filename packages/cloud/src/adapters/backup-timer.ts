/** Looks whether a backup is due: at the start, then every ten minutes, never twice at once. [OP-15] */
import type { ScheduledBackups } from '../services/scheduled-backups.ts';

const LOOK_MS = 10 * 60_000;

/** `close` ends a check, and resolves when the round that is under way has ended. */
export const startBackupTimer = ({ round }: ScheduledBackups, lookMs = LOOK_MS) => {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const look = (): void => {
    running ??= round(stopping.signal).finally(() => {
      running = null;
    });
  };
  look();
  const timer = setInterval(look, lookMs);
  timer.unref();
  return {
    close: async (): Promise<void> => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};
