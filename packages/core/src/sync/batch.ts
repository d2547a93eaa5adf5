/**
 * Fills the body of one push, in stamp order: at most 500 items and 1 MiB. A register that depends on another (a link on its target,
 * a tombstone on what it deletes) has a later stamp, so it is never sent first. [SY-U2]
 */
import { LIMITS, type WireRegister } from '@cairn/schema';
import { keyOf } from '../merge/register-key.ts';
import type { OutboxKey } from '../ports/store.ts';

const encoder = new TextEncoder();

/** Takes items from the front while they fit. `items` is empty when none fits. `itemsMax` is 500 or, after a refusal, less. */
export const planBatch = (
  head: { readonly epoch: string; readonly anchor: string; readonly pushNo: number },
  items: readonly WireRegister[],
  itemsMax: number = LIMITS.batchItemsMax,
) => {
  const opening = `{"epoch":${JSON.stringify(head.epoch)},"anchor":${JSON.stringify(head.anchor)},"pushNo":${head.pushNo},"items":[`;
  const room = LIMITS.batchBytesMax - encoder.encode(opening).length - CLOSING.length;
  const taken: string[] = [];
  const keys: OutboxKey[] = [];
  /** Items that are larger than a whole batch, so they can never be sent. [SY-U5] */
  const oversized: OutboxKey[] = [];
  let used = 0;
  for (const item of items) {
    const text = JSON.stringify(wireFieldsOf(item));
    // Everything but the facet is ASCII.
    const bytes = text.length - item.facet.length + encoder.encode(item.facet).length + 1;
    if (bytes > room) oversized.push(keyOf(item));
    else if (taken.length === itemsMax || used + bytes > room) break;
    else {
      used += bytes;
      taken.push(text);
      keys.push(keyOf(item));
    }
  }
  return { bytes: encoder.encode(`${opening}${taken.join(',')}${CLOSING}`), items: keys, oversized };
};

const CLOSING = ']}';

/** Copies only the fields of the wire format: nothing local may get into a body. [SY-D4] */
export const wireFieldsOf = ({ entity, facet, hlc, v, kg, payload }: WireRegister): WireRegister => ({
  entity,
  facet,
  hlc,
  v,
  kg,
  payload,
});
