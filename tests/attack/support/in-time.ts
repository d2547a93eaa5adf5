// How long an answer takes a person, also on a machine that does much else.

const TRIES = 5;
/** Processor time of a thread that is measured beside it. */
const SPIN_MS = 60;

/** How many times as long as alone something takes now: passed time of a thread that only computes, by its processor time. */
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
 * One try, if that is in time. Else the median of five, each divided by how busy the machine was right after it. What an attack makes
 * slow stays slow at least every other time; a try that was lucky proves nothing.
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
