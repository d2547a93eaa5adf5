/**
 * M-6: counts the memories that people and agents were shown. Counts are kept in memory and written in batches, so no search waits for a
 * write. Injection by `context` is not counted.
 */
import type { Timers } from '@cairn/core';

const FLUSH_MS = 5_000;
/** With this many ids, the batch is written without waiting for the timer. */
const WAITING_MAX = 1_000;

export interface AccessCountsDeps {
  readonly write: (ids: readonly string[]) => Promise<void>;
  readonly timers: Timers;
  readonly onError: (error: unknown) => void;
}

export const createAccessCounts = ({ write, timers, onError }: AccessCountsDeps) => {
  let waiting: string[] = [];
  let cancel: (() => void) | null = null;

  const flush = async (): Promise<void> => {
    cancel?.();
    cancel = null;
    const ids = waiting;
    waiting = [];
    if (ids.length === 0) return;
    try {
      await write(ids);
    } catch (error) {
      // Counts only rank injected memories, so losing some is better than failing a search.
      onError(error);
    }
  };

  return {
    note: (ids: readonly string[]): void => {
      waiting.push(...ids);
      if (waiting.length >= WAITING_MAX) void flush();
      else if (waiting.length > 0) cancel ??= timers.after(FLUSH_MS, () => void flush());
    },
    flush,
  };
};
export type AccessCounts = ReturnType<typeof createAccessCounts>;
