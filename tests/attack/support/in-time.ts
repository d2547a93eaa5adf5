// Measures how long an answer takes a person, even on a busy machine.

const TRIES = 5;
/** Processor time of a thread that is measured for comparison. */
const SPIN_MS = 60;

/** Returns the slowdown of the machine: wall-clock time of a computing thread divided by its processor time. */
export const loadNow = (): number => {
  const began = performance.now();
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    const cpuMs = (user + system) / 1_000;
    if (cpuMs >= SPIN_MS) return Math.max(1, (performance.now() - began) / cpuMs);
  }
};

/**
 * Returns one try if it is in time. Otherwise returns the median of five, each divided by the slowdown right after it. An effect of the
 * attack is slow in at least every second try. A single fast try proves nothing.
 */
export const inTime = async <T>(
  work: () => Promise<T>,
  msMax: number,
): Promise<{ readonly done: T; readonly ms: number }> => {
  const tried: number[] = [];
  for (;;) {
    const began = performance.now();
    const done = await work();
    const ms = performance.now() - began;
    if (tried.length === 0 && ms <= msMax) return { done, ms: Math.round(ms) };
    tried.push(ms / loadNow());
    const median = tried.toSorted((a, b) => a - b)[TRIES >> 1];
    if (tried.length === TRIES && median !== undefined) return { done, ms: Math.round(median) };
  }
};
