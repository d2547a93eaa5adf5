/** Counters that add up over devices: each device writes its own `count.<device>`, the reader sums. [SY-M4, TR-6] */
import { type CountValue, LIMITS, type Register } from '@cairn/schema';

const DAY_MS = 86_400_000;
/** M-5: a count of n expires n times so long after it was last seen. */
export const COUNT_LIFE_MS = LIMITS.styleDaysPerCount * DAY_MS;

/** The sum over devices, which ends at its limit, and the span of their dates; null when nobody counted. */
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

/** No sum of counts that sync is larger than one of them may be. */
const addCounts = (a: number, b: number): number => Math.min(a + b, LIMITS.countMax);

/** A read filter, never a tombstone: counting again makes it live again. `nowMs` in milliseconds since 1970. */
export const isCountExpired = (total: CountValue, nowMs: number): boolean =>
  nowMs - total.last > total.n * COUNT_LIFE_MS;

type CountRegister = Extract<Register, { facet: `count.${string}` }>;
const isCount = (register: Register): register is CountRegister => register.facet.startsWith('count.');

/** Style observations: keyed memories that are counted instead of overwritten. [M-5] */
const STYLES = 'tacit/personality/style/';

/** Whether namespace and key, both normalised, name one: the namespace may end anywhere in the path. */
export const isStyleName = (namespace: string | null, key: string | null): boolean =>
  namespace !== null && key !== null && `${namespace}/${key}`.startsWith(STYLES);

/** What a style is called, wherever its namespace ends; null: it is none. */
export const stylePath = (namespace: string | null, key: string | null): string | null =>
  isStyleName(namespace, key) ? `${namespace}/${key}` : null;

/** Every namespace and key that call a style this, the given ones first. */
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

/** One observation more in a device's own counter. */
export const countOnce = (own: CountValue | null, nowMs: number): CountValue =>
  own === null
    ? { n: 1, first: nowMs, last: nowMs }
    : { n: addCounts(own.n, 1), first: Math.min(own.first, nowMs), last: Math.max(own.last, nowMs) };
