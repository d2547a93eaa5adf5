/** Measures durations, in milliseconds. */

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** Runs the work on one item at a time. Returns the results. */
export const eachInTurn = async <T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
};

/** Runs the work on one item at a time. Returns the milliseconds of each. */
export const timedEach = <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number[]> =>
  eachInTurn(items, (item) => timed(() => work(item)));

/** Returns 0, 1, … up to `count` - 1. */
export const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** Tries every `everyMs` until the result is not null. Throws `failure` after `giveUpMs`. */
export const tryUntil = async <T>(
  attempt: () => Promise<T | null>,
  { everyMs, giveUpMs, failure }: { everyMs: number; giveUpMs: number; failure: string },
): Promise<T> => {
  const giveUpAt = performance.now() + giveUpMs;
  for (;;) {
    const result = await attempt();
    if (result !== null) return result;
    if (performance.now() > giveUpAt) throw new Error(failure);
    await sleep(everyMs);
  }
};

/** Starts calls at a fixed rate, also while earlier calls run. Rejects with the first failure, after the last start. */
export const atRate = async (
  { count, perSecond }: { readonly count: number; readonly perSecond: number },
  work: (n: number) => Promise<void>,
): Promise<void> => {
  const startedAt = performance.now();
  const all: Promise<void>[] = [];
  for (const n of range(count)) {
    await sleep(Math.max(startedAt + (n * 1_000) / perSecond - performance.now(), 0));
    const call = work(n);
    // Node ends the process at a rejection that nothing handles. `Promise.all` handles it only after the last start.
    call.catch(() => undefined);
    all.push(call);
  }
  await Promise.all(all);
};

export const chunksOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  range(Math.ceil(items.length / size)).map((at) => items.slice(at * size, (at + 1) * size));

/**
 * Returns the quantile `q` (0 to 1) by nearest rank: the smallest sample that at least this share of the samples does not exceed. NaN
 * without samples.
 */
export const quantile = (samples: readonly number[], q: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);
export const p95 = (samples: readonly number[]): number => quantile(samples, 0.95);
export const p99 = (samples: readonly number[]): number => quantile(samples, 0.99);
