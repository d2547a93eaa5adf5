/** Counters that are summed over devices. Each device writes its own register `count.<device>`. [SY-M4, TR-6] */
import {
  type CountValue,
  DAY_MS,
  type DeviceId,
  type EntityId,
  isNamed,
  LIMITS,
  type Register,
} from '@cairn/schema';
import type { FacetDraft } from './stamp.ts';

/** M-5: a count of n expires n times this long after the last observation. Milliseconds. */
export const COUNT_LIFE_MS = LIMITS.styleDaysPerCount * DAY_MS;

/** Returns the sum over all devices, capped at its limit, with the first and last date. Null when no device counted. */
export const totalCount = (registers: readonly Register[]): CountValue | null => {
  let total: CountValue | null = null;
  for (const register of registers) if (isCount(register)) total = addCounts(total, register.value);
  return total;
};

/** Adds two counts. A sum has the same limit as one synced count. */
export const addCounts = (a: CountValue | null, { n, first, last }: CountValue): CountValue =>
  a === null
    ? { n, first, last }
    : {
        n: Math.min(a.n + n, LIMITS.countMax),
        first: Math.min(a.first, first),
        last: Math.max(a.last, last),
      };

/**
 * Whether a count has expired. Expired counts are only hidden from reads: a new observation shows the memory again. `nowMs`: Unix
 * time in milliseconds.
 */
export const isCountExpired = (total: CountValue, nowMs: number): boolean =>
  nowMs - total.last > total.n * COUNT_LIFE_MS;

const isCount = isNamed('count.');

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

/** Returns the write that adds `more` to a device's own counter. `registers`: all of the entity. */
export const countDraft = (
  entity: EntityId,
  registers: readonly Register[],
  device: DeviceId,
  more: CountValue,
): FacetDraft => {
  const facet = `count.${device}` as const;
  const own = totalCount(registers.filter((register) => register.facet === facet));
  return { entity, facet: { facet, value: addCounts(own, more) } };
};
