/** Counters that are summed over devices. Each device writes its own register `count.<device>`. [SY-M4, TR-6] */
import { type CountValue, LIMITS, type Register } from '@cairn/schema';

const DAY_MS = 86_400_000;
/** M-5: a count of n expires n times this long after the last observation. Milliseconds. */
export const COUNT_LIFE_MS = LIMITS.styleDaysPerCount * DAY_MS;

/** Returns the sum over all devices, capped at its limit, with the first and last date. Null when no device counted. */
export const totalCount = (registers: readonly Register[]): CountValue | null => {
  let total: CountValue | null = null;
  for (const register of registers) {
    if (!isCount(register)) continue;
    const { n, first, last } = register.value;
    total =
      total === null
        ? { n, first, last }
        : { n: addCounts(total.n, n), first: Math.min(total.first, first), last: Math.max(total.last, last) };
  }
  return total;
};

/** Adds two counts. A sum has the same limit as one synced count. */
const addCounts = (a: number, b: number): number => Math.min(a + b, LIMITS.countMax);

/**
 * Whether a count has expired. Expired counts are only hidden from reads: a new observation shows the memory again. `nowMs`: Unix
 * time in milliseconds.
 */
export const isCountExpired = (total: CountValue, nowMs: number): boolean =>
  nowMs - total.last > total.n * COUNT_LIFE_MS;

type CountRegister = Extract<Register, { facet: `count.${string}` }>;
const isCount = (register: Register): register is CountRegister => register.facet.startsWith('count.');

/** The path of style observations: keyed memories that are counted instead of overwritten. [M-5] */
const STYLES = 'tacit/personality/style/';

/** Whether a normalised namespace and key name a style. The namespace may end anywhere in the path. */
export const isStyleName = (namespace: string | null, key: string | null): boolean =>
  namespace !== null && key !== null && `${namespace}/${key}`.startsWith(STYLES);

/** Returns the full path of a style, wherever its namespace ends. Null when the name is no style. */
export const stylePath = (namespace: string | null, key: string | null): string | null =>
  isStyleName(namespace, key) ? `${namespace}/${key}` : null;

/** Returns every split of the path into namespace and key, the given split first. */
export const styleAddresses = (
  namespace: string,
  key: string,
): readonly { readonly namespace: string; readonly key: string }[] => {
  const parts = `${namespace}/${key}`.split('/');
  const others = parts.slice(1).map((_, at) => ({
    namespace: parts.slice(0, at + 1).join('/'),
    key: parts.slice(at + 1).join('/'),
  }));
  return [{ namespace, key }, ...others.filter((one) => one.key !== key)];
};

/** Returns a device's own counter with one more observation. */
export const countOnce = (own: CountValue | null, nowMs: number): CountValue =>
  own === null
    ? { n: 1, first: nowMs, last: nowMs }
    : { n: addCounts(own.n, 1), first: Math.min(own.first, nowMs), last: Math.max(own.last, nowMs) };
