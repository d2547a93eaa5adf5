/** Style observations: keyed memories that are counted instead of overwritten. [M-5] */
import type { CountValue } from '@cairn/schema';
import { addCounts } from './count.ts';

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
