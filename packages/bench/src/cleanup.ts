/** Ends in reverse order everything that a bench started and made, also when it fails or is interrupted. */

export interface Cleanup {
  add(work: () => Promise<unknown>): void;
  /** Ends everything, whatever fails meanwhile; rejects with the first failure. Callers share one run. */
  run(): Promise<void>;
}

export const createCleanup = (): Cleanup => {
  const works: (() => Promise<unknown>)[] = [];
  let running: Promise<void> | null = null;
  const endAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let work = works.pop(); work !== undefined; work = works.pop()) {
      await work().catch((error: unknown) => failures.push(error));
    }
    running = null;
    if (failures.length > 0) throw new Error('not everything could be ended', { cause: failures[0] });
  };
  return {
    add: (work) => {
      works.push(work);
    },
    run: () => {
      running ??= endAll();
      return running;
    },
  };
};
