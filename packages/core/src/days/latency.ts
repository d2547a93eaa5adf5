/**
 * A histogram of durations. Each bucket ends 19 % above the one before, from 10 µs to 100 s. Counting is one addition,
 * and histograms of two days or two runs add up. [OP-10]
 */
import { parseJson } from '@cairn/schema';

/** Counts by bucket, made by `noLatencies`. Only this file knows the buckets. */
export type Latencies = Uint32Array;

const PER_DOUBLING = 4;
const SHORTEST_MS = 0.01;
/** The last bucket holds everything longer. */
const PLACES = 94;

export const noLatencies = (): Latencies => new Uint32Array(PLACES);

/** Changes `into` in place, because this runs after every save and every search. */
export const countLatency = (into: Latencies, ms: number): void => {
  const place =
    ms <= SHORTEST_MS ? 0 : Math.min(PLACES - 1, Math.ceil(PER_DOUBLING * Math.log2(ms / SHORTEST_MS)));
  into[place] = (into[place] ?? 0) + 1;
};

export const addLatencies = (a: Latencies, b: Latencies): Latencies => a.map((n, at) => n + (b[at] ?? 0));

export const countLatencies = (latencies: Latencies): number => latencies.reduce((sum, n) => sum + n, 0);

/** Returns percentiles in milliseconds, accurate to within a tenth. Null when nothing was counted. */
export const latencySummary = (latencies: Latencies) => {
  const count = countLatencies(latencies);
  if (count === 0) return null;
  const below = (share: number): number => {
    let seen = 0;
    const place = latencies.findIndex((n) => {
      seen += n;
      return seen >= share * count;
    });
    // The geometric middle of the bucket.
    return Number((SHORTEST_MS * 2 ** ((place - 0.5) / PER_DOUBLING)).toPrecision(3));
  };
  return { count, p50: below(0.5), p95: below(0.95), p99: below(0.99) };
};

/** Serialises the buckets that are not empty: `{"12":3}`. */
export const latenciesText = (latencies: Latencies): string =>
  JSON.stringify(Object.fromEntries([...latencies].flatMap((n, at) => (n === 0 ? [] : [[at, n]]))));

/** Parses stored counts. An unreadable value counts as empty: it is a statistic, not a memory. */
export const parseLatencies = (text: string): Latencies => {
  const latencies = noLatencies();
  for (const [place, n] of Object.entries(jsonOf(text)))
    if (typeof n === 'number' && Number.isInteger(n) && n > 0 && Number(place) in latencies)
      latencies[Number(place)] = n;
  return latencies;
};

const jsonOf = (text: string): object => {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? value : {};
};
