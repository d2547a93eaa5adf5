/** When to stop: the first signal asks, the second insists. */
const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once, as the shell expects it: 128 + n. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let asked = false;
    for (const [signal, number] of Object.entries(SIGNALS)) {
      process.on(signal, () => {
        if (asked) process.exit(128 + number);
        asked = true;
        resolve();
      });
    }
  });

export const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
