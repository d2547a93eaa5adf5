/** Timers by name. Setting a timer replaces the earlier one of that name. */
import type { Timers } from '@cairn/core';

export const namedTimers = (timers: Timers) => {
  const cancels = new Map<string, () => void>();
  const cancel = (name: string): void => {
    cancels.get(name)?.();
    cancels.delete(name);
  };
  const set = (name: string, ms: number, call: () => void): void => {
    cancel(name);
    cancels.set(
      name,
      timers.after(ms, () => {
        cancels.delete(name);
        call();
      }),
    );
  };
  return {
    set,
    /** Sets the timer unless one of that name is set already. */
    setOnce(name: string, ms: number, call: () => void): void {
      if (!cancels.has(name)) set(name, ms, call);
    },
    cancel,
    clear(): void {
      for (const name of [...cancels.keys()]) cancel(name);
    },
  };
};
