/** Where an item stands after it was moved. Only its own register is written, as long as there is room between two. [CX-2] */
import { LIMITS } from '@cairn/schema';
import type { Item } from './fold-profile.ts';

type Placed = Pick<Item, 'id' | 'section' | 'order'>;

/**
 * The orders that change. `items`: as they stand, with or without the one that is moved. `before`: the item that it is to stand
 * before; null, or one that is gone by now: after all others of `section`.
 */
export const ordersAfterMove = (
  items: readonly Placed[],
  id: string,
  section: string,
  before: string | null,
): ReadonlyMap<string, number> => {
  const others = items.filter((item) => item.id !== id);
  const wanted = others.findIndex((item) => item.id === before);
  const last = others.findLastIndex((item) => item.section === section);
  const at = wanted >= 0 ? wanted : last >= 0 ? last + 1 : others.length;
  const low = others[at - 1]?.order;
  const high = others[at]?.order;
  const order = orderBetween(low, high);
  if (order !== null) return new Map([[id, order]]);
  const all = others.map((item) => item.id).toSpliced(at, 0, id);
  return new Map(all.map((one, place) => [one, place + 1]));
};

/** Null: there is no number between them, or none within the limits. Two devices that add at once give the same one. */
const orderBetween = (low: number | undefined, high: number | undefined): number | null => {
  if (low === undefined) return high === undefined ? 1 : withinOrders(high - 1);
  if (high === undefined) return withinOrders(low + 1);
  const middle = (low + high) / 2;
  return low < middle && middle < high ? middle : null;
};

const withinOrders = (order: number): number | null =>
  Math.abs(order) <= LIMITS.profileOrderMax ? order : null;
