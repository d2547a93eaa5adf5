/**
 * A shared and exclusive lock on the store: ordinary work shares it, and a restore holds it exclusively. The restore waits until the
 * shared work is done. Meanwhile requests are refused, and the daemon's own work waits. Shared work must not call `share` again: it and a
 * waiting restore would deadlock.
 */
export type Gate = ReturnType<typeof createGate>;

export const createGate = () => {
  let sharers = 0;
  let shut: Promise<void> | null = null;
  let onQuiet: (() => void) | null = null;

  return {
    /** Returns true while exclusive work runs or waits. */
    isShut: () => shut !== null,
    share: async <T>(work: () => Promise<T>): Promise<T> => {
      while (shut !== null) await shut;
      sharers++;
      try {
        return await work();
      } finally {
        sharers--;
        if (sharers === 0) onQuiet?.();
      }
    },
    alone: async <T>(work: () => Promise<T>): Promise<T> => {
      while (shut !== null) await shut;
      const held = Promise.withResolvers<void>();
      shut = held.promise;
      try {
        if (sharers > 0) {
          const quiet = Promise.withResolvers<void>();
          onQuiet = quiet.resolve;
          await quiet.promise;
          onQuiet = null;
        }
        return await work();
      } finally {
        shut = null;
        held.resolve();
      }
    },
  };
};
