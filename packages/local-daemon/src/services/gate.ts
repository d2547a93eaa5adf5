/** Requests that use the store share it; a restore waits until they are done and has it alone. Nobody is refused: they wait. */
export interface Gate {
  share<T>(work: () => Promise<T>): Promise<T>;
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export const createGate = (): Gate => {
  let sharers = 0;
  let shut: Promise<void> | null = null;
  let onQuiet: (() => void) | null = null;

  return {
    share: async (work) => {
      while (shut !== null) await shut;
      sharers++;
      try {
        return await work();
      } finally {
        sharers--;
        if (sharers === 0) onQuiet?.();
      }
    },
    alone: async (work) => {
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
