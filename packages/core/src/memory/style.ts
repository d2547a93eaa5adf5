/** Style observations: keyed memories that are counted instead of overwritten. [M-5] */
import type { CountValue } from '@cairn/schema';
import { addCounts } from './count.ts';

const STYLES = 'tacit/personality/style/';

/** Whether namespace and key, both normalised, name one: the namespace may end anywhere in the path. */
export const isStyleName = (namespace: string | null, key: string | null): boolean =>
  namespace !== null && key !== null && `${namespace}/${key}`.startsWith(STYLES);

/** One observation more in a device's own counter. */
export const countOnce = (own: CountValue | null, nowMs: number): CountValue =>
  own === null
    ? { n: 1, first: nowMs, last: nowMs }
    : { n: addCounts(own.n, 1), first: Math.min(own.first, nowMs), last: Math.max(own.last, nowMs) };
